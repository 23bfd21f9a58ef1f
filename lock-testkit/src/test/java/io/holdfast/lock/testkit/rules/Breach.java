package io.holdfast.lock.testkit.rules;

/** A place that does not keep a rule. */
record Breach(String file, long line, String rule, String text) {

  @Override
  public String toString() {
    return "%s:%d: %s: %s".formatted(file, line, rule, text);
  }
}
