package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures a row in rounds. In each round every subject is measured once, forwards in one round and
 * backwards in the next, so that what drifts (the machine's mood, the server's age) meets all
 * alike. Every subject has JVMs of its own for the row: started before, warmed up by the same work,
 * and kept warm through all rounds, idle while the others are measured.
 *
 * @param count how many rounds
 * @param time of each sample
 * @param warmUp before the first round, of each subject
 * @param progress where to tell how it goes
 */
record Rounds(int count, Duration time, Duration warmUp, PrintStream progress) {

  /** The same, warmed up for at least so long. */
  Rounds warmedUpFor(Duration least) {
    return warmUp.compareTo(least) < 0 ? new Rounds(count, time, least, progress) : this;
  }

  Measured measure(Row row, Bench bench) throws InterruptedException {
    progress.printf("row %-2s  %s%n", row.id(), row.work());
    if (row.isTimed()) {
      for (Subject subject : row.subjects()) {
        row.sample(bench, subject, warmUp);
      }
    }
    List<Map<Subject, Sample>> rounds = new ArrayList<>();
    int wanted = row.isTimed() ? count : 1;
    for (int i = 0; i < wanted; i++) {
      List<Subject> order = new ArrayList<>(row.subjects());
      if (i % 2 == 1) {
        Collections.reverse(order);
      }
      Map<Subject, Sample> round = new EnumMap<>(Subject.class);
      for (Subject subject : order) {
        round.put(subject, row.sample(bench, subject, time));
      }
      rounds.add(round);
      tell(row, i + 1, round);
    }
    return new Measured(row, rounds);
  }

  /** For people. */
  String method() {
    return "%d interleaved rounds of %d ms, after %d ms of warming up or more"
        .formatted(count, time.toMillis(), warmUp.toMillis());
  }

  private void tell(Row row, int number, Map<Subject, Sample> round) {
    String metric = row.lines().get(0).metric();
    StringBuilder line = new StringBuilder("   round %2d ".formatted(number));
    round.forEach(
        (subject, sample) ->
            line.append("  %s %s".formatted(subject.label(), Numbers.text(sample.get(metric)))));
    progress.println(line);
  }
}
