package io.holdfast.lock.readwrite;

import io.holdfast.lock.core.mutant.MutantSuite;

class ReadWriteMutantIT extends MutantSuite {

  ReadWriteMutantIT() {
    super(
        "io.holdfast.lock.readwrite",
        "WriteContractIT$Lock#lock_heldByAnotherClient_waitsForItsUnlock");
  }
}
