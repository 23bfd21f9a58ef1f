package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.*;

/** The JDK's semaphore keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class JdkSemaphoreContractIT {

  class SemaphoreBalance extends SemaphoreBalanceContract implements OfJdkSemaphore {}

  class Semaphore extends SemaphoreContract implements OfJdkSemaphore {}

  class SemaphoreTurns extends SemaphoreTurnsContract implements OfJdkSemaphore {}

  class SemaphoreWaiting extends SemaphoreWaitingContract implements OfJdkSemaphore {}
}
