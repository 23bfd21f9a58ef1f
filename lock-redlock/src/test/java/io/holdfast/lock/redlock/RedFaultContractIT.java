package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** A quorum lock keeps the contracts of faults. */
class RedFaultContractIT {

  @Nested
  @Tag("long")
  class ConnectionFault extends ConnectionFaultContract implements OfOneNode {}

  @Nested
  @Tag("long")
  class LostAnswer extends LockLostAnswerContract implements OfOneNode {}

  @Nested
  class LostMessage extends LostMessageContract implements OfOneNode {}

  @Nested
  @Tag("long")
  class RenewalFault extends RenewalFaultContract implements OfOneNode {}

  @Nested
  class ReturnedQueue extends ReturnedQueueContract implements OfThreeNodes {}

  @Nested
  @Tag("long")
  class ServerError extends LockServerErrorContract implements OfOneNode {}
}
