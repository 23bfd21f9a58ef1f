package io.holdfast.benchmarks.work;

import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Draws names as users ask for them, a few often and most of them seldom: by a Zipf distribution
 * with exponent 1 the k-th name comes 1/k as often as the first. The same seed gives the same
 * names. One thread.
 */
final class ZipfNames {

  private final DiscreteSampler ranks;

  /**
   * Nothing drawn yet.
   *
   * @param count how many names there are
   */
  ZipfNames(int count, long seed) {
    ranks =
        RejectionInversionZipfSampler.of(RandomSource.XO_RO_SHI_RO_128_PP.create(seed), count, 1);
  }

  /** The next name's number, from 0, which comes most often, to below the count. */
  int next() {
    return ranks.sample() - 1;
  }
}
