package io.holdfast.lock.redlock;

import io.holdfast.lock.core.mutant.MutantSuite;
import java.util.List;
import java.util.Map;

/** The judge of {@code holdfast torture --kind red} finds nodes that vote though they forgot. */
class RedTortureMutantsIT extends MutantSuite {

  private static final List<String> TORTURE =
      List.of("RedTortureIT#torture_aNodeForgetsBeneathAHold_nobodyElseGetsTheLock");

  RedTortureMutantsIT() {
    super(
        "io.holdfast.lock.redlock",
        "RedContractIT$Lock#lock_heldByAnotherClient_waitsForItsUnlock",
        Map.of("young-nodes-vote", TORTURE, "epoch-is-not-compared", TORTURE));
  }
}
