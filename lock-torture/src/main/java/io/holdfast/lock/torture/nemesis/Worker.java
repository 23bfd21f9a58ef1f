package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.testkit.process.JvmProcess;
import java.util.function.Supplier;

/** A process that uses the servers and may be hurt. Called by the nemesis's thread only. */
public interface Worker {

  /** Its process id at the moment. */
  long pid();

  /** Stops it where it stands. */
  void freeze();

  /** Lets it continue. */
  void thaw();

  /** Ends it without good-bye, also when frozen. */
  void kill();

  /** Starts it again after it was killed; a living one is left alone. */
  void restart();

  /**
   * A JVM that is started now and, after a kill, again in the same way. Who asks for it closes the
   * last one: {@link JvmWorker#close()}.
   */
  static JvmWorker jvm(Supplier<JvmProcess> starter) {
    return new JvmWorker(starter);
  }
}
