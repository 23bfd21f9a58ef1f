package io.holdfast.lock.fair;

import io.holdfast.lock.core.mutant.MutantSuite;

class FairMutantIT extends MutantSuite {

  FairMutantIT() {
    super("io.holdfast.lock.fair", "FairLockContractIT#lock_heldByAnotherClient_waitsForItsUnlock");
  }
}
