package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** The write lock keeps the contracts of leases and time. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class WriteLeaseContractIT {

  class Clock extends ClockContract implements OfWriteLock {}

  class Deadline extends DeadlineContract implements OfWriteLock {}

  @Tag("long")
  class Extend extends ExtendContract implements OfWriteLock {}

  class LeaseBounds extends LeaseBoundsContract implements OfWriteLock {}

  class Lease extends LeaseContract implements OfWriteLock {}

  class LongWait extends LongWaitContract implements OfWriteLock {}

  class Loss extends LossContract implements OfWriteLock {}

  class ReleaseAfter extends ReleaseAfterContract implements OfWriteLock {}

  class Renewal extends RenewalContract implements OfWriteLock {}
}
