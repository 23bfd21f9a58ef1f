package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;

/** The conditions of the fair lock keep these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class FairConditionContractIT {

  class BoundedBuffer extends BoundedBufferContract implements OfFairLock {}

  class ConditionClock extends ConditionClockContract implements OfFairLock {}

  class Condition extends ConditionContract implements OfFairLock {}

  class ConditionInterrupt extends ConditionInterruptContract implements OfFairLock {}

  class ConditionLease extends ConditionLeaseContract implements OfFairLock {}

  class ConditionLoss extends ConditionLossContract implements OfFairLock {}

  class ConditionNames extends ConditionNamesContract implements OfFairLock {}

  class ConditionRace extends ConditionRaceContract implements OfFairLock {}

  class Signal extends SignalContract implements OfFairLock {}

  class TimedAwait extends TimedAwaitContract implements OfFairLock {}
}
