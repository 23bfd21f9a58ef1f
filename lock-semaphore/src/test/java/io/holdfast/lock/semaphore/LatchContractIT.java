package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;

/** A latch keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class LatchContractIT {

  class Latch extends LatchContract implements OfLatch {}

  class LatchFault extends LatchFaultContract implements OfLatch {}

  class SharedLatch extends SharedLatchContract implements OfLatch {}

  class ShardMessage extends ShardMessageContract.OfLatches implements OfLatch {}
}
