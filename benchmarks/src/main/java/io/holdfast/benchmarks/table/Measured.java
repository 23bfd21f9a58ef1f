package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A row with what came of it.
 *
 * @param row the row
 * @param rounds in each round, each subject's sample
 */
record Measured(Row row, List<Map<Subject, Sample>> rounds) {

  /** A line of the table, judged. */
  record Judged(Line line, Optional<Interval> quotient, Optional<Verdict> verdict) {

    /** For the report. */
    Map<String, Object> document() {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("metric", line.metric());
      document.put("title", line.title());
      line.bar()
          .ifPresent(
              asked -> {
                document.put("of", asked.ours().label());
                document.put("bar", asked.toString());
              });
      quotient.ifPresent(
          interval -> {
            document.put("ratio", interval.median());
            document.put("low", interval.low());
            document.put("high", interval.high());
            document.put("coverage", interval.coverage());
          });
      verdict.ifPresent(known -> document.put("verdict", known.name()));
      return document;
    }
  }

  Measured {
    rounds = List.copyOf(rounds);
  }

  /** The median of a subject's number; empty if the subject does not take part. */
  Optional<Double> median(Subject subject, Line line) {
    return row.subjects().contains(subject)
        ? Optional.of(Interval.of(values(subject, line)).median())
        : Optional.empty();
  }

  List<Judged> judge() {
    return row.lines().stream().map(this::judge).toList();
  }

  private Judged judge(Line line) {
    Optional<Interval> quotient = line.bar().map(bar -> Interval.of(quotients(line, bar)));
    Optional<Verdict> verdict =
        line.bar().flatMap(bar -> quotient.map(interval -> bar.judge(interval)));
    return new Judged(line, quotient, verdict);
  }

  /** Of each round by itself, so that what disturbed a whole round does not count. */
  private List<Double> quotients(Line line, Bar bar) {
    List<Double> quotients = new ArrayList<>(values(bar.ours(), line));
    bar.against()
        .ifPresent(
            subject -> {
              List<Double> others = values(subject, line);
              for (int i = 0; i < quotients.size(); i++) {
                quotients.set(i, quotients.get(i) / others.get(i));
              }
            });
    return quotients;
  }

  private List<Double> values(Subject subject, Line line) {
    List<Double> values = new ArrayList<>();
    for (Map<Subject, Sample> round : rounds) {
      Sample sample = round.get(subject);
      if (sample != null) {
        values.add(sample.get(line.metric()));
      }
    }
    return values;
  }
}
