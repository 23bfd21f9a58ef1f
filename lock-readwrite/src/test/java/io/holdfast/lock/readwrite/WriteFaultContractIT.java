package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The write lock keeps the contracts of faults. */
class WriteFaultContractIT {

  @Nested
  @Tag("long")
  class ConditionDeath extends ConditionDeathContract implements OfWriteLock {}

  @Nested
  @Tag("long")
  class ConditionFault extends ConditionFaultContract implements OfWriteLock {}

  @Nested
  @Tag("long")
  class ConnectionFault extends ConnectionFaultContract implements OfWriteLock {}

  @Nested
  @Tag("long")
  class DeadWaiters extends DeadWaitersContract implements OfWriteLock {}

  @Nested
  @Tag("long")
  class Failover extends FailoverContract implements OfWriteLock {}

  @Nested
  class LateAnswer extends LateAnswerContract implements OfWriteLock {}

  @Nested
  @Tag("long")
  class LostAnswer extends LockLostAnswerContract implements OfWriteLock {}

  @Nested
  class LostMessage extends LostMessageContract implements OfWriteLock {}

  @Nested
  @Tag("long")
  class RenewalFault extends RenewalFaultContract implements OfWriteLock {}

  @Nested
  class ReturnedQueue extends ReturnedQueueContract implements OfWriteLock {}

  @Nested
  class ReturnedSleepers extends ReturnedSleepersContract implements OfWriteLock {}

  @Nested
  @Tag("long")
  class ServerError extends LockServerErrorContract implements OfWriteLock {}

  @Nested
  @Tag("long")
  class SharedBuffer extends SharedBufferContract implements OfWriteLock {}

  @Nested
  class ShardMessage extends ShardMessageContract.OfLocks implements OfWriteLock {}
}
