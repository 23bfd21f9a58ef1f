package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;

/** A semaphore that is not fair keeps the contracts of servers that fail, and of clusters. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class SemaphoreServerContractIT {

  class SemaphoreServerFault extends SemaphoreServerFaultContract implements OfSemaphore {}

  class ShardMessage extends ShardMessageContract.OfSemaphores implements OfSemaphore {}
}
