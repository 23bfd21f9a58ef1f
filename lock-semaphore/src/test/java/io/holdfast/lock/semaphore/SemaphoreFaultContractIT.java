package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;

/** A semaphore that is not fair keeps the contracts of faults. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class SemaphoreFaultContractIT {

  class SemaphoreServerFault extends SemaphoreServerFaultContract implements OfSemaphore {}

  class SemaphoreWaiterFault extends SemaphoreWaiterFaultContract implements OfSemaphore {}

  class ShardMessage extends ShardMessageContract.OfSemaphores implements OfSemaphore {}
}
