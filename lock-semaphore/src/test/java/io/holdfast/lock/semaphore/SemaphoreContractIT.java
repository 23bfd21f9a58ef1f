package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;

/** A semaphore that is not fair keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class SemaphoreContractIT {

  class SemaphoreAsync extends SemaphoreAsyncContract implements OfSemaphore {}

  class SemaphoreBalance extends SemaphoreBalanceContract implements OfSemaphore {}

  class SemaphoreClosing extends SemaphoreClosingContract implements OfSemaphore {}

  class Semaphore extends SemaphoreContract implements OfSemaphore {}

  class SemaphoreDeletion extends SemaphoreDeletionContract implements OfSemaphore {}

  class SemaphoreNumber extends SemaphoreNumberContract implements OfSemaphore {}

  class SemaphoreOrder extends SemaphoreOrderContract implements OfSemaphore {}

  class SemaphoreSharing extends SemaphoreSharingContract implements OfSemaphore {}

  class SemaphoreStackOverflow extends SemaphoreStackOverflowContract implements OfSemaphore {}

  class SemaphoreTurns extends SemaphoreTurnsContract implements OfSemaphore {}

  class SemaphoreWaiting extends SemaphoreWaitingContract implements OfSemaphore {}
}
