package io.holdfast.benchmarks.work;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * When the turns of one thread are meant to begin: a Poisson process, which is what many users that
 * know nothing of each other come to. The same seed gives the same times. One thread.
 */
final class Arrivals {

  private final ContinuousSampler gaps;
  private double last;

  /**
   * Nothing arrived yet.
   *
   * @param perSecond how many on average; above 0
   */
  Arrivals(double perSecond, long seed) {
    gaps =
        ZigguratSampler.Exponential.of(
            RandomSource.XO_RO_SHI_RO_128_PP.create(seed), 1e9 / perSecond);
  }

  /** The next one, in nanoseconds from the beginning. */
  long next() {
    last += gaps.sample();
    return Math.round(last);
  }
}
