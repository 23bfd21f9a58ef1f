package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** A quorum lock keeps the contracts of leases and time. */
class RedLeaseContractIT {

  @Nested
  class Clock extends ClockContract implements OfOneNode {}

  @Nested
  @Tag("long")
  class Extend extends ExtendContract implements OfThreeNodes {}

  @Nested
  class LeaseBounds extends LeaseBoundsContract implements OfThreeNodes {}

  @Nested
  class Lease extends LeaseContract implements OfThreeNodes {}

  @Nested
  class LongWait extends LongWaitContract implements OfOneNode {}

  @Nested
  class Loss extends LossContract implements OfThreeNodes {}

  @Nested
  class Renewal extends RenewalContract implements OfThreeNodes {}
}
