package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The conditions of the write lock keep these contracts. */
class WriteConditionContractIT {

  @Nested
  class BoundedBuffer extends BoundedBufferContract implements OfWriteLock {}

  @Nested
  class ConditionClock extends ConditionClockContract implements OfWriteLock {}

  @Nested
  class Condition extends ConditionContract implements OfWriteLock {}

  @Nested
  class ConditionInterrupt extends ConditionInterruptContract implements OfWriteLock {}

  @Nested
  class ConditionLease extends ConditionLeaseContract implements OfWriteLock {}

  @Nested
  class ConditionLoss extends ConditionLossContract implements OfWriteLock {}

  @Nested
  class ConditionNames extends ConditionNamesContract implements OfWriteLock {}

  @Nested
  class ConditionRace extends ConditionRaceContract implements OfWriteLock {}

  @Nested
  class Signal extends SignalContract implements OfWriteLock {}

  @Nested
  class TimedAwait extends TimedAwaitContract implements OfWriteLock {}
}
