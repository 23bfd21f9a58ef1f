package io.holdfast.lock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

/** What tests say of verdicts; failures show the whole report. */
final class VerdictAssert {

  private VerdictAssert() {}

  static void assertClean(Verdict verdict) {
    assertThat(verdict.findings()).as(verdict.report()).isEmpty();
  }

  /** The only error is of this rule, and its text contains that. */
  static void assertOnly(Verdict verdict, Rule rule, String... words) {
    assertThat(verdict.errors())
        .as(verdict.report())
        .isNotEmpty()
        .allMatch(finding -> finding.rule() == rule);
    assertContains(verdict.errors().get(0), words);
  }

  static void assertCaught(Verdict verdict, Rule rule, String... words) {
    assertThat(verdict.findings(rule)).as(verdict.report()).isNotEmpty();
    assertThat(verdict.findings(rule).get(0).severity()).isEqualTo(Severity.ERROR);
    assertContains(verdict.findings(rule).get(0), words);
  }

  private static void assertContains(Finding finding, String... words) {
    for (String word : words) {
      assertThat(finding.explanation()).contains(word);
    }
  }
}
