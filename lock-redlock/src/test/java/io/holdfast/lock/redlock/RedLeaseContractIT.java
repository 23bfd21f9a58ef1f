package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** A quorum lock keeps the contracts of leases and time. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class RedLeaseContractIT {

  class Clock extends ClockContract implements OfOneNode {}

  @Tag("long")
  class Extend extends ExtendContract implements OfThreeNodes {}

  class LeaseBounds extends LeaseBoundsContract implements OfThreeNodes {}

  class Lease extends LeaseContract implements OfThreeNodes {}

  class LongWait extends LongWaitContract implements OfOneNode {}

  class Loss extends LossContract implements OfThreeNodes {}

  class Renewal extends RenewalContract implements OfThreeNodes {}
}
