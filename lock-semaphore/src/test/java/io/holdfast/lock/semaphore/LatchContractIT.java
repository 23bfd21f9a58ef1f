package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** A latch keeps these contracts. */
class LatchContractIT {

  @Nested
  class Latch extends LatchContract implements OfLatch {}

  @Nested
  class LatchFault extends LatchFaultContract implements OfLatch {}

  @Nested
  class SharedLatch extends SharedLatchContract implements OfLatch {}

  @Nested
  class ShardMessage extends ShardMessageContract.OfLatches implements OfLatch {}
}
