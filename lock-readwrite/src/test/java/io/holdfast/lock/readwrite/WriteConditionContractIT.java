package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;

/** The conditions of the write lock keep these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class WriteConditionContractIT {

  class BoundedBuffer extends BoundedBufferContract implements OfWriteLock {}

  class ConditionClock extends ConditionClockContract implements OfWriteLock {}

  class Condition extends ConditionContract implements OfWriteLock {}

  class ConditionInterrupt extends ConditionInterruptContract implements OfWriteLock {}

  class ConditionLease extends ConditionLeaseContract implements OfWriteLock {}

  class ConditionLoss extends ConditionLossContract implements OfWriteLock {}

  class ConditionNames extends ConditionNamesContract implements OfWriteLock {}

  class ConditionRace extends ConditionRaceContract implements OfWriteLock {}

  class Signal extends SignalContract implements OfWriteLock {}

  class TimedAwait extends TimedAwaitContract implements OfWriteLock {}
}
