package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** A semaphore that is not fair keeps these contracts. */
class SemaphoreContractIT {

  @Nested
  class SemaphoreAsync extends SemaphoreAsyncContract implements OfSemaphore {}

  @Nested
  class SemaphoreBalance extends SemaphoreBalanceContract implements OfSemaphore {}

  @Nested
  class SemaphoreClosing extends SemaphoreClosingContract implements OfSemaphore {}

  @Nested
  class Semaphore extends SemaphoreContract implements OfSemaphore {}

  @Nested
  class SemaphoreDeletion extends SemaphoreDeletionContract implements OfSemaphore {}

  @Nested
  class SemaphoreNumber extends SemaphoreNumberContract implements OfSemaphore {}

  @Nested
  class SemaphoreOrder extends SemaphoreOrderContract implements OfSemaphore {}

  @Nested
  class SemaphoreSharing extends SemaphoreSharingContract implements OfSemaphore {}

  @Nested
  class SemaphoreStackOverflow extends SemaphoreStackOverflowContract implements OfSemaphore {}

  @Nested
  class SemaphoreTurns extends SemaphoreTurnsContract implements OfSemaphore {}

  @Nested
  class SemaphoreWaiting extends SemaphoreWaitingContract implements OfSemaphore {}
}
