package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The JDK's fair semaphore keeps these contracts. */
class JdkFairSemaphoreContractIT {

  @Nested
  class SemaphoreBalance extends SemaphoreBalanceContract implements OfFairJdkSemaphore {}

  @Nested
  class Semaphore extends SemaphoreContract implements OfFairJdkSemaphore {}

  @Nested
  class SemaphoreTurns extends SemaphoreTurnsContract implements OfFairJdkSemaphore {}

  @Nested
  class SemaphoreWaiting extends SemaphoreWaitingContract implements OfFairJdkSemaphore {}
}
