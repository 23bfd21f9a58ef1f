package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;

/** The conditions of the plain lock keep these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class PlainConditionContractIT {

  class BoundedBuffer extends BoundedBufferContract implements OfPlainLock {}

  class ConditionClock extends ConditionClockContract implements OfPlainLock {}

  class Condition extends ConditionContract implements OfPlainLock {}

  class ConditionInterrupt extends ConditionInterruptContract implements OfPlainLock {}

  class ConditionLease extends ConditionLeaseContract implements OfPlainLock {}

  class ConditionLoss extends ConditionLossContract implements OfPlainLock {}

  class ConditionNames extends ConditionNamesContract implements OfPlainLock {}

  class ConditionRace extends ConditionRaceContract implements OfPlainLock {}

  class Signal extends SignalContract implements OfPlainLock {}

  class TimedAwait extends TimedAwaitContract implements OfPlainLock {}
}
