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

  /** Has the subject work for about this time. */
  Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException;
}
