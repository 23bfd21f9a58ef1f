package io.holdfast.lock.core.jfr;

/** Finds out whether this JVM has a flight recorder. */
final class RecorderOfJvm {

  private RecorderOfJvm() {}

  /** The only place that names the recorder's class, which cannot be loaded without jdk.jfr. */
  static Recorder find() {
    try {
      Class.forName("jdk.jfr.Event");
      return new JfrRecorder();
    } catch (ClassNotFoundException | LinkageError e) {
      return new NoRecorder();
    }
  }
}
