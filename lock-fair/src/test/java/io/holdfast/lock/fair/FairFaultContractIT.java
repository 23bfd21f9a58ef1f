package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps the contracts of faults. */
class FairFaultContractIT {

  @Nested
  @Tag("long")
  class ConditionDeath extends ConditionDeathContract implements OfFairLock {}

  @Nested
  @Tag("long")
  class ConditionFault extends ConditionFaultContract implements OfFairLock {}

  @Nested
  @Tag("long")
  class ConnectionFault extends ConnectionFaultContract implements OfFairLock {}

  @Nested
  @Tag("long")
  class DeadWaiters extends DeadWaitersContract implements OfFairLock {}

  @Nested
  @Tag("long")
  class Failover extends FailoverContract implements OfFairLock {}

  @Nested
  class LateAnswer extends LateAnswerContract implements OfFairLock {}

  @Nested
  @Tag("long")
  class LostAnswer extends LockLostAnswerContract implements OfFairLock {}

  @Nested
  class LostMessage extends LostMessageContract implements OfFairLock {}

  @Nested
  @Tag("long")
  class RenewalFault extends RenewalFaultContract implements OfFairLock {}

  @Nested
  class ReturnedQueue extends ReturnedQueueContract implements OfFairLock {}

  @Nested
  class ReturnedSleepers extends ReturnedSleepersContract implements OfFairLock {}

  @Nested
  @Tag("long")
  class ServerError extends LockServerErrorContract implements OfFairLock {}

  @Nested
  @Tag("long")
  class SharedBuffer extends SharedBufferContract implements OfFairLock {}
}
