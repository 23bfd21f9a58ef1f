package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The fair semaphore keeps the contracts of faults. */
class FairSemaphoreFaultContractIT {

  @Nested
  @Tag("long")
  class SemaphoreLostAnswer extends SemaphoreLostAnswerContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreMessage extends SemaphoreMessageContract implements OfFairSemaphore {}

  @Nested
  @Tag("long")
  class SemaphoreServerError extends SemaphoreServerErrorContract implements OfFairSemaphore {}

  @Nested
  class SemaphoreWaiterFault extends SemaphoreWaiterFaultContract implements OfFairSemaphore {}
}
