package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The conditions of the plain lock keep these contracts. */
class PlainConditionContractIT {

  @Nested
  class BoundedBuffer extends BoundedBufferContract implements OfPlainLock {}

  @Nested
  class ConditionClock extends ConditionClockContract implements OfPlainLock {}

  @Nested
  class Condition extends ConditionContract implements OfPlainLock {}

  @Nested
  class ConditionInterrupt extends ConditionInterruptContract implements OfPlainLock {}

  @Nested
  class ConditionLease extends ConditionLeaseContract implements OfPlainLock {}

  @Nested
  class ConditionLoss extends ConditionLossContract implements OfPlainLock {}

  @Nested
  class ConditionNames extends ConditionNamesContract implements OfPlainLock {}

  @Nested
  class ConditionRace extends ConditionRaceContract implements OfPlainLock {}

  @Nested
  class Signal extends SignalContract implements OfPlainLock {}

  @Nested
  class TimedAwait extends TimedAwaitContract implements OfPlainLock {}
}
