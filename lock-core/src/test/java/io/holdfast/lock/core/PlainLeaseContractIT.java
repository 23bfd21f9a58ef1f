package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;

/** The plain lock keeps the contracts of leases and time. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class PlainLeaseContractIT {

  class Clock extends ClockContract implements OfPlainLock {}

  class Deadline extends DeadlineContract implements OfPlainLock {}

  class Extend extends ExtendContract implements OfPlainLock {}

  class LeaseBounds extends LeaseBoundsContract implements OfPlainLock {}

  class Lease extends LeaseContract implements OfPlainLock {}

  class LongWait extends LongWaitContract implements OfPlainLock {}

  class Loss extends LossContract implements OfPlainLock {}

  class ReleaseAfter extends ReleaseAfterContract implements OfPlainLock {}

  class Renewal extends RenewalContract implements OfPlainLock {}
}
