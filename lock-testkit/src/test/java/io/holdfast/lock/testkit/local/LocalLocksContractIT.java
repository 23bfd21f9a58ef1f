package io.holdfast.lock.testkit.local;

import io.holdfast.lock.testkit.contract.AsyncContract;
import io.holdfast.lock.testkit.contract.BoundedBufferContract;
import io.holdfast.lock.testkit.contract.CallbackContract;
import io.holdfast.lock.testkit.contract.ClosingContract;
import io.holdfast.lock.testkit.contract.ConditionContract;
import io.holdfast.lock.testkit.contract.ConditionInterruptContract;
import io.holdfast.lock.testkit.contract.ConditionLeaseContract;
import io.holdfast.lock.testkit.contract.ConditionLossContract;
import io.holdfast.lock.testkit.contract.ConditionNamesContract;
import io.holdfast.lock.testkit.contract.ConditionRaceContract;
import io.holdfast.lock.testkit.contract.DeadlineContract;
import io.holdfast.lock.testkit.contract.ExclusionContract;
import io.holdfast.lock.testkit.contract.ExtendContract;
import io.holdfast.lock.testkit.contract.FailedAttemptContract;
import io.holdfast.lock.testkit.contract.FairnessContract;
import io.holdfast.lock.testkit.contract.HoldContract;
import io.holdfast.lock.testkit.contract.InspectionContract;
import io.holdfast.lock.testkit.contract.InterruptContract;
import io.holdfast.lock.testkit.contract.LeaseBoundsContract;
import io.holdfast.lock.testkit.contract.LeaseContract;
import io.holdfast.lock.testkit.contract.ListenerContract;
import io.holdfast.lock.testkit.contract.LockContract;
import io.holdfast.lock.testkit.contract.LockFixture;
import io.holdfast.lock.testkit.contract.LossContract;
import io.holdfast.lock.testkit.contract.NamesContract;
import io.holdfast.lock.testkit.contract.OwnerThreadContract;
import io.holdfast.lock.testkit.contract.ReleaseAfterContract;
import io.holdfast.lock.testkit.contract.RenewalContract;
import io.holdfast.lock.testkit.contract.SectionContract;
import io.holdfast.lock.testkit.contract.SignalContract;
import io.holdfast.lock.testkit.contract.TimedAwaitContract;
import io.holdfast.lock.testkit.contract.TokenContract;
import io.holdfast.lock.testkit.contract.TryLockContract;
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
