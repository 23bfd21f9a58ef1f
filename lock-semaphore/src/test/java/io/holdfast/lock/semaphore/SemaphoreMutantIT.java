package io.holdfast.lock.semaphore;

import io.holdfast.lock.core.mutant.MutantSuite;

class SemaphoreMutantIT extends MutantSuite {

  SemaphoreMutantIT() {
    super(
        "io.holdfast.lock.semaphore",
        "SemaphoreContractIT$Semaphore#acquire_permitsAreThere_takesSoMany");
  }
}
