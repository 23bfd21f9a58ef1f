package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps the contracts of leases and time. */
class FairLeaseContractIT {

  @Nested
  class Clock extends ClockContract implements OfFairLock {}

  @Nested
  class Deadline extends DeadlineContract implements OfFairLock {}

  @Nested
  @Tag("long")
  class Extend extends ExtendContract implements OfFairLock {}

  @Nested
  class LeaseBounds extends LeaseBoundsContract implements OfFairLock {}

  @Nested
  class Lease extends LeaseContract implements OfFairLock {}

  @Nested
  class LongWait extends LongWaitContract implements OfFairLock {}

  @Nested
  class Loss extends LossContract implements OfFairLock {}

  @Nested
  class ReleaseAfter extends ReleaseAfterContract implements OfFairLock {}

  @Nested
  class Renewal extends RenewalContract implements OfFairLock {}
}
