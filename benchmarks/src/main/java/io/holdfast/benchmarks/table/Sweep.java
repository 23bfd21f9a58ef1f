package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import java.util.List;

/**
 * The same work at one value after the other.
 *
 * @param over what is varied
 * @param values to which values
 * @param subjects of whom it is measured
 * @param jvms how many work, where that is not what is varied
 * @param threads of each JVM, where that is not what is varied
 */
record Sweep(SweepOver over, List<Long> values, List<Subject> subjects, int jvms, int threads) {

  static final int MOST_JVMS = 64;
  static final int MOST_THREADS = 1024;

  Sweep {
    values = List.copyOf(values);
    subjects = List.copyOf(subjects);
    require("jvms", jvms, MOST_JVMS);
    require("threads", threads, MOST_THREADS);
    for (Subject lonely : List.of(Subject.BARE, Subject.THIN)) {
      if (subjects.contains(lonely)) {
        throw new IllegalArgumentException(
            "subjects %s: %s would wait for ever for a lock whose message is lost"
                .formatted(subjects, lonely));
      }
    }
    for (Subject subject : subjects) {
      if (over != SweepOver.JVMS) {
        subject.requireSharedBy(jvms);
      }
    }
  }

  private static void require(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          "%s: %d, must be from 1 to %d".formatted(name, value, most));
    }
  }

  /** What is done at every value, for people. */
  String work() {
    return over.work(jvms, threads);
  }

  /** What is done at this value. */
  WorkRow row(long value) {
    return row(value, over.load(value, jvms, threads));
  }

  /** What is done before, so that it runs compiled: the same, without pauses. */
  WorkRow warmUp(long value) {
    return row(value, over.load(value, jvms, threads).atRate(0));
  }

  private WorkRow row(long value, Load load) {
    return new WorkRow(
        over.label() + "-" + value,
        work(),
        subjects,
        load,
        over == SweepOver.JVMS ? Math.toIntExact(value) : jvms,
        List.of());
  }
}
