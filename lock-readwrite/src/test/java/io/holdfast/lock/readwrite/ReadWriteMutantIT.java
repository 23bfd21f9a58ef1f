package io.holdfast.lock.readwrite;

import io.holdfast.lock.core.mutant.MutantSuite;

class ReadWriteMutantIT extends MutantSuite {

  ReadWriteMutantIT() {
    super(
        "io.holdfast.lock.readwrite",
        "WriteLockContractIT#lock_heldByAnotherClient_waitsForItsUnlock");
  }
}
