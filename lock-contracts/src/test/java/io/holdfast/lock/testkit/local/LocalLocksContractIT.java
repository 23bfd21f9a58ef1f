package io.holdfast.lock.testkit.local;

import io.holdfast.lock.contract.*;

/** Local locks keep the contracts of a fair lock, but for what is about a server. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class LocalLocksContractIT {

  class Async extends AsyncContract implements OfLocalLock {}

  class BoundedBuffer extends BoundedBufferContract implements OfLocalLock {}

  class Callback extends CallbackContract implements OfLocalLock {}

  class Closing extends ClosingContract implements OfLocalLock {}

  class Condition extends ConditionContract implements OfLocalLock {}

  class ConditionInterrupt extends ConditionInterruptContract implements OfLocalLock {}

  class ConditionLease extends ConditionLeaseContract implements OfLocalLock {}

  class ConditionLoss extends ConditionLossContract implements OfLocalLock {}

  class ConditionNames extends ConditionNamesContract implements OfLocalLock {}

  class ConditionRace extends ConditionRaceContract implements OfLocalLock {}

  class Deadline extends DeadlineContract implements OfLocalLock {}

  class Exclusion extends ExclusionContract implements OfLocalLock {}

  class Extend extends ExtendContract implements OfLocalLock {}

  class FailedAttempt extends FailedAttemptContract implements OfLocalLock {}

  class Fairness extends FairnessContract implements OfLocalLock {}

  class Hold extends HoldContract implements OfLocalLock {}

  class Inspection extends InspectionContract implements OfLocalLock {}

  class Interrupt extends InterruptContract implements OfLocalLock {}

  class LeaseBounds extends LeaseBoundsContract implements OfLocalLock {}

  class Lease extends LeaseContract implements OfLocalLock {}

  class Listener extends ListenerContract implements OfLocalLock {}

  class Lock extends LockContract implements OfLocalLock {}

  class Loss extends LossContract implements OfLocalLock {}

  class Names extends NamesContract implements OfLocalLock {}

  class ReleaseAfter extends ReleaseAfterContract implements OfLocalLock {}

  class Renewal extends RenewalContract implements OfLocalLock {}

  class Section extends SectionContract implements OfLocalLock {}

  class Signal extends SignalContract implements OfLocalLock {}

  class TimedAwait extends TimedAwaitContract implements OfLocalLock {}

  class Token extends TokenContract implements OfLocalLock {}

  class TryLock extends TryLockContract implements OfLocalLock {}
}
