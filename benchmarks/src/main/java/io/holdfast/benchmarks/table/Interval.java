package io.holdfast.benchmarks.table;

import java.util.List;

/**
 * The median of some rounds and an interval in which the true median lies with a probability of at
 * least 95 %, whatever the distribution: between the k-th smallest and the k-th largest of n, with
 * the largest k for which {@code 1 - 2 * P(Binomial(n, 1/2) < k)} is at least 0.95. Of 6 to 8
 * rounds these are the smallest and the largest, of 9 to 11 the second ones. With fewer than 6
 * rounds there is no such interval: then it is the range.
 *
 * @param median of the rounds
 * @param low its lower end
 * @param high its upper end
 * @param coverage the probability
 */
record Interval(double median, double low, double high, double coverage) {

  private static final double WANTED = 0.95;

  static Interval of(List<Double> rounds) {
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("rounds: 0, must be at least 1");
    }
    double[] sorted = rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int n = sorted.length;
    int k = 1;
    while (coverage(n, k + 1) >= WANTED) {
      k++;
    }
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    return new Interval(median, sorted[k - 1], sorted[n - k], coverage(n, k));
  }

  /** Of the interval from the k-th smallest to the k-th largest of n. */
  private static double coverage(int n, int k) {
    double probability = Math.pow(0.5, n); // of exactly i of n
    double below = 0;
    for (int i = 0; i < k; i++) {
      below += probability;
      probability = probability * (n - i) / (i + 1);
    }
    return Math.max(0, 1 - 2 * below);
  }
}
