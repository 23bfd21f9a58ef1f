package io.holdfast.benchmarks.table;

/** Whether a bar holds. */
enum Verdict {
  /** The median reaches it. */
  HOLDS("yes"),
  /** The median does not, but the 95 % interval does: this run cannot tell. */
  HOLDS_WITHIN_INTERVAL("yes, within the interval"),
  /** The interval does not reach it. */
  FAILS("**no**");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
