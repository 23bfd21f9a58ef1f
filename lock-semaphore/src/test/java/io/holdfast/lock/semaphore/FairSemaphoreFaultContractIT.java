package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** The fair semaphore keeps the contracts of faults. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class FairSemaphoreFaultContractIT {

  @Tag("long")
  class SemaphoreServerFault extends SemaphoreServerFaultContract implements OfFairSemaphore {}

  class SemaphoreWaiterFault extends SemaphoreWaiterFaultContract implements OfFairSemaphore {}
}
