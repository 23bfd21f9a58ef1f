package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;

/** A semaphore that is not fair keeps the contracts of faults. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class SemaphoreFaultContractIT {

  class SemaphoreWaiterFault extends SemaphoreWaiterFaultContract implements OfSemaphore {}
}
