package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** A quorum lock keeps the contracts of faults. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class RedFaultContractIT {

  @Tag("long")
  class ServerFault extends LockServerFaultContract implements OfOneNode {}

  @Tag("long")
  class LostAnswer extends LockLostAnswerContract implements OfOneNode {}

  class LostMessage extends LockLostMessageContract implements OfOneNode {}

  @Tag("long")
  class RenewalFault extends RenewalFaultContract implements OfOneNode {}

  class ReturnedQueue extends ReturnedQueueContract implements OfThreeNodes {}
}
