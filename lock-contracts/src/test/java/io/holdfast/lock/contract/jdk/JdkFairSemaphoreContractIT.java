package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.*;

/** The JDK's fair semaphore keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class JdkFairSemaphoreContractIT {

  class SemaphoreBalance extends SemaphoreBalanceContract implements OfFairJdkSemaphore {}

  class Semaphore extends SemaphoreContract implements OfFairJdkSemaphore {}

  class SemaphoreTurns extends SemaphoreTurnsContract implements OfFairJdkSemaphore {}

  class SemaphoreWaiting extends SemaphoreWaitingContract implements OfFairJdkSemaphore {}
}
