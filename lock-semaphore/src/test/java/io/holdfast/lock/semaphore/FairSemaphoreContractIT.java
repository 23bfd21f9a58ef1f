package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The fair semaphore keeps these contracts. */
class FairSemaphoreContractIT {

  @Nested
  class SemaphoreAsync extends SemaphoreAsyncContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreBalance extends SemaphoreBalanceContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreClosing extends SemaphoreClosingContract implements OfFairSemaphore {}

  @Nested
  class Semaphore extends SemaphoreContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreDeletion extends SemaphoreDeletionContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreFairness extends SemaphoreFairnessContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreNumber extends SemaphoreNumberContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreOrder extends SemaphoreOrderContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreQueue extends SemaphoreQueueContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreStackOverflow extends SemaphoreStackOverflowContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreTurns extends SemaphoreTurnsContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreWaiting extends SemaphoreWaitingContract implements OfFairSemaphore {}
}
