package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.process.JvmProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Beside row 6: how often a turn crosses from one JVM to the other where nothing is done but that,
 * and nothing protects it.
 *
 * @param id of the row
 */
record CrossingRow(String id) implements Row {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Override
  public String work() {
    return "a message to and fro, 2 JVMs × 1 thread: no lock, and nothing but that";
  }

  @Override
  public List<Subject> subjects() {
    return List.of(Subject.BARE);
  }

  @Override
  public List<Line> lines() {
    return List.of(Line.of(WorkRow.TURNS, "turns/s, all of which cross"));
  }

  @Override
  public boolean isTimed() {
    return true;
  }

  /** JVMs of its own for each sample, which are warmed up before. */
  @Override
  public int parts() {
    return 4;
  }

  @Override
  public Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException {
    List<JvmProcess> both = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        both.add(
            JvmProcess.of(CrossingWorker.class)
                .options("-Xmx256m", "--enable-native-access=ALL-UNNAMED")
                .arguments(bench.server().uri(), Integer.toString(i))
                .start());
        both.get(i).awaitLine(CrossingWorker.READY, LIMIT);
      }
      turns(both, time.multipliedBy(3));
      return new Sample(Map.of(WorkRow.TURNS, turns(both, time) * 1e3 / time.toMillis()));
    } finally {
      both.forEach(JvmProcess::close);
    }
  }

  private static double turns(List<JvmProcess> both, Duration time) throws InterruptedException {
    for (JvmProcess one : both) {
      one.send(Long.toString(time.toMillis()));
    }
    double turns = 0;
    for (JvmProcess one : both) {
      turns += Long.parseLong(one.awaitLine(CrossingWorker.TURNS, time.plus(LIMIT)).group(1));
    }
    return turns;
  }
}
