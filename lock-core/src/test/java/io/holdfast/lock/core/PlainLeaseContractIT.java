package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The plain lock keeps the contracts of leases and time. */
class PlainLeaseContractIT {

  @Nested
  class Clock extends ClockContract implements OfPlainLock {}

  @Nested
  class Deadline extends DeadlineContract implements OfPlainLock {}

  @Nested
  class Extend extends ExtendContract implements OfPlainLock {}

  @Nested
  class LeaseBounds extends LeaseBoundsContract implements OfPlainLock {}

  @Nested
  class Lease extends LeaseContract implements OfPlainLock {}

  @Nested
  class LongWait extends LongWaitContract implements OfPlainLock {}

  @Nested
  class Loss extends LossContract implements OfPlainLock {}

  @Nested
  class ReleaseAfter extends ReleaseAfterContract implements OfPlainLock {}

  @Nested
  class Renewal extends RenewalContract implements OfPlainLock {}
}
