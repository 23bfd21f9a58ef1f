package io.holdfast.lock.core.mutant;

class EngineMutantIT extends MutantSuite {

  EngineMutantIT() {
    super(
        "io.holdfast.lock.core", "PlainContractIT$Lock#lock_heldByAnotherClient_waitsForItsUnlock");
  }
}
