package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.proxy.Command;
import java.time.Duration;

/** A suite of faults, whatever it is that clients take and give back in it. */
interface FaultyWorld {

  /** Within this time a client gives up a mute connection and has set up the next. */
  Duration MUTE_AT_MOST = Duration.ofSeconds(6);

  /** A client is served again within this time, also on a slow machine. */
  Duration GIVEN_UP = MUTE_AT_MOST.plus(ContractWorld.AT_ONCE);

  /** A third of the claim lease until the next question, its answer, and a slow machine. */
  Duration NEXT_QUESTION = ContractWorld.AT_ONCE;

  /** The resource, and the network to break. */
  Faults faults();

  /** The next request of a client behind the proxy. */
  default Command nextRequest() {
    return Command.script();
  }
}
