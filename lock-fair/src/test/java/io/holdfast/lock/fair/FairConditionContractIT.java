package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The conditions of the fair lock keep these contracts. */
class FairConditionContractIT {

  @Nested
  class BoundedBuffer extends BoundedBufferContract implements OfFairLock {}

  @Nested
  class ConditionClock extends ConditionClockContract implements OfFairLock {}

  @Nested
  class Condition extends ConditionContract implements OfFairLock {}

  @Nested
  class ConditionInterrupt extends ConditionInterruptContract implements OfFairLock {}

  @Nested
  class ConditionLease extends ConditionLeaseContract implements OfFairLock {}

  @Nested
  class ConditionLoss extends ConditionLossContract implements OfFairLock {}

  @Nested
  class ConditionNames extends ConditionNamesContract implements OfFairLock {}

  @Nested
  class ConditionRace extends ConditionRaceContract implements OfFairLock {}

  @Nested
  class Signal extends SignalContract implements OfFairLock {}

  @Nested
  class TimedAwait extends TimedAwaitContract implements OfFairLock {}
}
