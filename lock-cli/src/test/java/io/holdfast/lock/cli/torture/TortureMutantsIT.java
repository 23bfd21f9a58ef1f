package io.holdfast.lock.cli.torture;

import io.holdfast.lock.core.mutant.MutantSuite;

/**
 * The judge of {@code holdfast torture --topology sentinel} finds a lock that is stolen now and
 * then, though masters are replaced all the time, which excuses some of it.
 */
class TortureMutantsIT extends MutantSuite {

  TortureMutantsIT() {
    super("io.holdfast.lock.cli.torture", "TortureIT#torture_losingWithSentinels_isRefused");
  }
}
