package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** The write lock keeps the contracts of faults. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class WriteFaultContractIT {

  @Tag("long")
  class ConditionDeath extends ConditionDeathContract implements OfWriteLock {}

  @Tag("long")
  class ConditionFault extends ConditionFaultContract implements OfWriteLock {}

  @Tag("long")
  class ServerFault extends LockServerFaultContract implements OfWriteLock {}

  @Tag("long")
  class DeadWaiters extends DeadWaitersContract implements OfWriteLock {}

  @Tag("long")
  class Failover extends FailoverContract implements OfWriteLock {}

  class LateAnswer extends LateAnswerContract implements OfWriteLock {}

  @Tag("long")
  class LostAnswer extends LockLostAnswerContract implements OfWriteLock {}

  class LostMessage extends LockLostMessageContract implements OfWriteLock {}

  @Tag("long")
  class RenewalFault extends RenewalFaultContract implements OfWriteLock {}

  class ReturnedQueue extends ReturnedQueueContract implements OfWriteLock {}

  class ReturnedSleepers extends ReturnedSleepersContract implements OfWriteLock {}

  @Tag("long")
  class SharedBuffer extends SharedBufferContract implements OfWriteLock {}

  class ShardMessage extends ShardMessageContract.OfLocks implements OfWriteLock {}
}
