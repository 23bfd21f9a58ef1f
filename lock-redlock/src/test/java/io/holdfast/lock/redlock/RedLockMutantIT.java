package io.holdfast.lock.redlock;

import io.holdfast.lock.core.mutant.MutantSuite;

class RedLockMutantIT extends MutantSuite {

  RedLockMutantIT() {
    super(
        "io.holdfast.lock.redlock",
        "RedContractIT$Lock#lock_heldByAnotherClient_waitsForItsUnlock");
  }
}
