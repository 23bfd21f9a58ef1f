package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The JDK's semaphore keeps these contracts. */
class JdkSemaphoreContractIT {

  @Nested
  class SemaphoreBalance extends SemaphoreBalanceContract implements OfJdkSemaphore {}

  @Nested
  class Semaphore extends SemaphoreContract implements OfJdkSemaphore {}

  @Nested
  class SemaphoreTurns extends SemaphoreTurnsContract implements OfJdkSemaphore {}

  @Nested
  class SemaphoreWaiting extends SemaphoreWaitingContract implements OfJdkSemaphore {}
}
