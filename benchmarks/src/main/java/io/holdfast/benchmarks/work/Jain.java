package io.holdfast.benchmarks.work;

import java.util.stream.LongStream;

/**
 * Jain's index of fairness: the square of a sum by n times the sum of the squares (R. Jain, D. Chiu
 * and W. Hawe, A Quantitative Measure of Fairness, DEC TR-301, 1984). If k of n have as much as
 * each other and the rest nothing, it is k/n.
 */
final class Jain {

  private Jain() {}

  /** Of these shares; 1 if nobody has anything. */
  static double index(long... shares) {
    double sum = LongStream.of(shares).asDoubleStream().sum();
    double squares = LongStream.of(shares).asDoubleStream().map(share -> share * share).sum();
    return squares == 0 ? 1 : sum * sum / (shares.length * squares);
  }
}
