package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The write lock keeps the contracts of leases and time. */
class WriteLeaseContractIT {

  @Nested
  class Clock extends ClockContract implements OfWriteLock {}

  @Nested
  class Deadline extends DeadlineContract implements OfWriteLock {}

  @Nested
  @Tag("long")
  class Extend extends ExtendContract implements OfWriteLock {}

  @Nested
  class LeaseBounds extends LeaseBoundsContract implements OfWriteLock {}

  @Nested
  class Lease extends LeaseContract implements OfWriteLock {}

  @Nested
  class LongWait extends LongWaitContract implements OfWriteLock {}

  @Nested
  class Loss extends LossContract implements OfWriteLock {}

  @Nested
  class ReleaseAfter extends ReleaseAfterContract implements OfWriteLock {}

  @Nested
  class Renewal extends RenewalContract implements OfWriteLock {}
}
