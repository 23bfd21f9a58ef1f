package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.time.Duration;
import java.util.List;

/** Something that is measured of several subjects. */
interface Row {

  /** Number, and a letter where there are several of one number. */
  String id();

  /** What the subjects do. */
  String work();

  /** Whose number is told. */
  List<Subject> subjects();

  /** What is told of it, and what is asked of it. */
  List<Line> lines();

  /** Whether the clock is measured; otherwise things are counted, once, without warming up. */
  boolean isTimed();

  /** Until its code is compiled: what calls it seldom needs longer. */
  default Duration leastWarmUp() {
    return Duration.ZERO;
  }

  /** How often a sample takes the time of one. */
  default int parts() {
    return 1;
  }

  /**
   * About how long it takes besides samples: JVMs start, connect and end; or things are counted.
   */
  default Duration setUp() {
    return Duration.ofMillis(isTimed() ? 1500 : 3000).multipliedBy(subjects().size());
  }

  /** Has the subject work for about this time. */
  Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException;
}
