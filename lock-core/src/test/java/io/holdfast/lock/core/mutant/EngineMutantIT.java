package io.holdfast.lock.core.mutant;

class EngineMutantIT extends MutantSuite {

  EngineMutantIT() {
    super(
        "io.holdfast.lock.core", "PlainLockContractIT#lock_heldByAnotherClient_waitsForItsUnlock");
  }
}
