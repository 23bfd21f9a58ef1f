package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The plain lock keeps the contracts of faults. */
class PlainFaultContractIT {

  @Nested
  class ConditionDeath extends ConditionDeathContract implements OfPlainLock {}

  @Nested
  class ConditionFault extends ConditionFaultContract implements OfPlainLock {}

  @Nested
  class ConnectionFault extends ConnectionFaultContract implements OfPlainLock {}

  @Nested
  class DeadWaiters extends DeadWaitersContract implements OfPlainLock {}

  @Nested
  class Failover extends FailoverContract implements OfPlainLock {}

  @Nested
  class LateAnswer extends LateAnswerContract implements OfPlainLock {}

  @Nested
  class LostAnswer extends LostAnswerContract implements OfPlainLock {}

  @Nested
  class LostMessage extends LostMessageContract implements OfPlainLock {}

  @Nested
  class RenewalFault extends RenewalFaultContract implements OfPlainLock {}

  @Nested
  class ReturnedQueue extends ReturnedQueueContract implements OfPlainLock {}

  @Nested
  class ReturnedSleepers extends ReturnedSleepersContract implements OfPlainLock {}

  @Nested
  class ServerError extends LockServerErrorContract implements OfPlainLock {}

  @Nested
  @Tag("long")
  class SharedBuffer extends SharedBufferContract implements OfPlainLock {}
}
