package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** A semaphore that is not fair keeps the contracts of faults. */
class SemaphoreFaultContractIT {

  @Nested
  class SemaphoreLostAnswer extends SemaphoreLostAnswerContract implements OfSemaphore {}

  @Nested
  class SemaphoreMessage extends SemaphoreMessageContract implements OfSemaphore {}

  @Nested
  class SemaphoreServerError extends SemaphoreServerErrorContract implements OfSemaphore {}

  @Nested
  class SemaphoreWaiterFault extends SemaphoreWaiterFaultContract implements OfSemaphore {}

  @Nested
  class ShardMessage extends ShardMessageContract.OfSemaphores implements OfSemaphore {}
}
