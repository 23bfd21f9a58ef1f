package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps the contracts of faults. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class FairFaultContractIT {

  @Tag("long")
  class ConditionDeath extends ConditionDeathContract implements OfFairLock {}

  @Tag("long")
  class ConditionFault extends ConditionFaultContract implements OfFairLock {}

  @Tag("long")
  class ServerFault extends LockServerFaultContract implements OfFairLock {}

  @Tag("long")
  class DeadWaiters extends DeadWaitersContract implements OfFairLock {}

  @Tag("long")
  class Failover extends FailoverContract implements OfFairLock {}

  class LateAnswer extends LateAnswerContract implements OfFairLock {}

  @Tag("long")
  class LostAnswer extends LockLostAnswerContract implements OfFairLock {}

  class LostMessage extends LockLostMessageContract implements OfFairLock {}

  @Tag("long")
  class RenewalFault extends RenewalFaultContract implements OfFairLock {}

  class ReturnedQueue extends ReturnedQueueContract implements OfFairLock {}

  class ReturnedSleepers extends ReturnedSleepersContract implements OfFairLock {}

  @Tag("long")
  class SharedBuffer extends SharedBufferContract implements OfFairLock {}
}
