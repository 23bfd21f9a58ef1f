package io.holdfast.lock.testkit.local;

import io.holdfast.lock.contract.AsyncContract;
import io.holdfast.lock.contract.BoundedBufferContract;
import io.holdfast.lock.contract.CallbackContract;
import io.holdfast.lock.contract.ClosingContract;
import io.holdfast.lock.contract.ConditionContract;
import io.holdfast.lock.contract.ConditionInterruptContract;
import io.holdfast.lock.contract.ConditionLeaseContract;
import io.holdfast.lock.contract.ConditionLossContract;
import io.holdfast.lock.contract.ConditionNamesContract;
import io.holdfast.lock.contract.ConditionRaceContract;
import io.holdfast.lock.contract.DeadlineContract;
import io.holdfast.lock.contract.ExclusionContract;
import io.holdfast.lock.contract.ExtendContract;
import io.holdfast.lock.contract.FailedAttemptContract;
import io.holdfast.lock.contract.FairnessContract;
import io.holdfast.lock.contract.HoldContract;
import io.holdfast.lock.contract.InspectionContract;
import io.holdfast.lock.contract.InterruptContract;
import io.holdfast.lock.contract.LeaseBoundsContract;
import io.holdfast.lock.contract.LeaseContract;
import io.holdfast.lock.contract.ListenerContract;
import io.holdfast.lock.contract.LockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LossContract;
import io.holdfast.lock.contract.NamesContract;
import io.holdfast.lock.contract.OwnerThreadContract;
import io.holdfast.lock.contract.ReleaseAfterContract;
import io.holdfast.lock.contract.RenewalContract;
import io.holdfast.lock.contract.SectionContract;
import io.holdfast.lock.contract.SignalContract;
import io.holdfast.lock.contract.TimedAwaitContract;
import io.holdfast.lock.contract.TokenContract;
import io.holdfast.lock.contract.TryLockContract;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Nested;

/** Local locks keep the contracts of a fair lock, but for what is about a server. */
class LocalLocksContractIT {

  @Nested
  class Async extends AsyncContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class BoundedBuffer extends BoundedBufferContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Callback extends CallbackContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Closing extends ClosingContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class OfConditions extends ConditionContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class ConditionInterrupt extends ConditionInterruptContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class ConditionLease extends ConditionLeaseContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class ConditionLoss extends ConditionLossContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class ConditionNames extends ConditionNamesContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class ConditionRace extends ConditionRaceContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Deadline extends DeadlineContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Exclusion extends ExclusionContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Extend extends ExtendContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class FailedAttempt extends FailedAttemptContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Fairness extends FairnessContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class OfHolds extends HoldContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Inspection extends InspectionContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Interrupt extends InterruptContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class OfLeases extends LeaseContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class LeaseBounds extends LeaseBoundsContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Listener extends ListenerContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class OfLocks extends LockContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Loss extends LossContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Names extends NamesContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class OwnerThread extends OwnerThreadContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class ReleaseAfter extends ReleaseAfterContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Renewal extends RenewalContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Section extends SectionContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Signal extends SignalContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class TimedAwait extends TimedAwaitContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class Token extends TokenContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }

  @Nested
  class TryLock extends TryLockContract {

    @Override
    protected LockFixture fixture(TestServer server) {
      return new LocalLockFixture();
    }
  }
}
