package io.holdfast.lock.testkit.local;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** Local locks keep the contracts of a fair lock, but for what is about a server. */
class LocalLocksContractIT {

  @Nested
  class Async extends AsyncContract implements OfLocalLock {}

  @Nested
  class BoundedBuffer extends BoundedBufferContract implements OfLocalLock {}

  @Nested
  class Callback extends CallbackContract implements OfLocalLock {}

  @Nested
  class Closing extends ClosingContract implements OfLocalLock {}

  @Nested
  class Condition extends ConditionContract implements OfLocalLock {}

  @Nested
  class ConditionInterrupt extends ConditionInterruptContract implements OfLocalLock {}

  @Nested
  class ConditionLease extends ConditionLeaseContract implements OfLocalLock {}

  @Nested
  class ConditionLoss extends ConditionLossContract implements OfLocalLock {}

  @Nested
  class ConditionNames extends ConditionNamesContract implements OfLocalLock {}

  @Nested
  class ConditionRace extends ConditionRaceContract implements OfLocalLock {}

  @Nested
  class Deadline extends DeadlineContract implements OfLocalLock {}

  @Nested
  class Exclusion extends ExclusionContract implements OfLocalLock {}

  @Nested
  class Extend extends ExtendContract implements OfLocalLock {}

  @Nested
  class FailedAttempt extends FailedAttemptContract implements OfLocalLock {}

  @Nested
  class Fairness extends FairnessContract implements OfLocalLock {}

  @Nested
  class Hold extends HoldContract implements OfLocalLock {}

  @Nested
  class Inspection extends InspectionContract implements OfLocalLock {}

  @Nested
  class Interrupt extends InterruptContract implements OfLocalLock {}

  @Nested
  class LeaseBounds extends LeaseBoundsContract implements OfLocalLock {}

  @Nested
  class Lease extends LeaseContract implements OfLocalLock {}

  @Nested
  class Listener extends ListenerContract implements OfLocalLock {}

  @Nested
  class Lock extends LockContract implements OfLocalLock {}

  @Nested
  class Loss extends LossContract implements OfLocalLock {}

  @Nested
  class Names extends NamesContract implements OfLocalLock {}

  @Nested
  class OwnerThread extends OwnerThreadContract implements OfLocalLock {}

  @Nested
  class ReleaseAfter extends ReleaseAfterContract implements OfLocalLock {}

  @Nested
  class Renewal extends RenewalContract implements OfLocalLock {}

  @Nested
  class Section extends SectionContract implements OfLocalLock {}

  @Nested
  class Signal extends SignalContract implements OfLocalLock {}

  @Nested
  class TimedAwait extends TimedAwaitContract implements OfLocalLock {}

  @Nested
  class Token extends TokenContract implements OfLocalLock {}

  @Nested
  class TryLock extends TryLockContract implements OfLocalLock {}
}
