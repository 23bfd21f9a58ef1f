package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;

/** The fair semaphore keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class FairSemaphoreContractIT {

  class SemaphoreAsync extends SemaphoreAsyncContract implements OfFairSemaphore {}

  class SemaphoreBalance extends SemaphoreBalanceContract implements OfFairSemaphore {}

  class SemaphoreClosing extends SemaphoreClosingContract implements OfFairSemaphore {}

  class Semaphore extends SemaphoreContract implements OfFairSemaphore {}

  class SemaphoreDeletion extends SemaphoreDeletionContract implements OfFairSemaphore {}

  class SemaphoreFairness extends SemaphoreFairnessContract implements OfFairSemaphore {}

  class SemaphoreNumber extends SemaphoreNumberContract implements OfFairSemaphore {}

  class SemaphoreQueue extends SemaphoreQueueContract implements OfFairSemaphore {}

  class SemaphoreStackOverflow extends SemaphoreStackOverflowContract implements OfFairSemaphore {}

  class SemaphoreTurns extends SemaphoreTurnsContract implements OfFairSemaphore {}

  class SemaphoreWaiting extends SemaphoreWaitingContract implements OfFairSemaphore {}
}
