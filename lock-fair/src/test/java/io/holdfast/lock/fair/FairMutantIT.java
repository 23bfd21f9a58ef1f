package io.holdfast.lock.fair;

import io.holdfast.lock.core.mutant.MutantSuite;

class FairMutantIT extends MutantSuite {

  FairMutantIT() {
    super(
        "io.holdfast.lock.fair", "FairContractIT$Lock#lock_heldByAnotherClient_waitsForItsUnlock");
  }
}
