package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps the contracts of leases and time. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class FairLeaseContractIT {

  class Clock extends ClockContract implements OfFairLock {}

  class Deadline extends DeadlineContract implements OfFairLock {}

  @Tag("long")
  class Extend extends ExtendContract implements OfFairLock {}

  class LeaseBounds extends LeaseBoundsContract implements OfFairLock {}

  class Lease extends LeaseContract implements OfFairLock {}

  class LongWait extends LongWaitContract implements OfFairLock {}

  class Loss extends LossContract implements OfFairLock {}

  class ReleaseAfter extends ReleaseAfterContract implements OfFairLock {}

  class Renewal extends RenewalContract implements OfFairLock {}
}
