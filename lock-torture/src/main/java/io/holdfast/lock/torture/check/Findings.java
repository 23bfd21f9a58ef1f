package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Collects what one check finds in one lock; says of the hundredth alike only that there is one.
 */
final class Findings {

  private static final int LIMIT = 10;

  private final Rule rule;
  private final List<Finding> findings = new ArrayList<>();
  private int more;
  private Severity gravestOfMore = Severity.WARNING;

  Findings(Rule rule) {
    this.rule = rule;
  }

  void error(String explanation, Event... records) {
    add(Severity.ERROR, explanation, List.of(records));
  }

  void add(Severity severity, String explanation, List<Event> records) {
    if (findings.size() < LIMIT) {
      findings.add(new Finding(rule, severity, explanation, records));
    } else {
      more++;
      gravestOfMore = severity.compareTo(gravestOfMore) < 0 ? severity : gravestOfMore;
    }
  }

  List<Finding> toList() {
    if (more > 0) {
      return Stream.concat(
              findings.stream(),
              Stream.of(
                  new Finding(rule, gravestOfMore, "and " + more + " more like this", List.of())))
          .toList();
    }
    return List.copyOf(findings);
  }
}
