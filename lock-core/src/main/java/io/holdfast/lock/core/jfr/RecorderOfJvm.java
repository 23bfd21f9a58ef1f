package io.holdfast.lock.core.jfr;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds this JVM's flight recorder. Nothing of our events is loaded before somebody has recorded
 * something: the JVM takes a tenth of a second and more to begin with events. They are loaded by a
 * thread of its own, since a class that cannot be initialized, as near the end of a stack, never
 * can be again.
 */
final class RecorderOfJvm {

  private static final Logger LOG = LoggerFactory.getLogger(RecorderOfJvm.class);

  /** Loading takes tens of milliseconds. */
  private static final long LONGEST_LOADING_SECONDS = 5;

  private static final Recorder NONE = new NoRecorder();
  private static final AtomicBoolean IS_SOUGHT = new AtomicBoolean();
  private static final CountDownLatch IS_FOUND = new CountDownLatch(1);

  private static volatile Recorder present = NONE; // written once, if at all

  private RecorderOfJvm() {}

  static Recorder present() {
    return present;
  }

  static void look() {
    if (present == NONE
        && !IS_SOUGHT.get()
        && isStarted()
        && IS_SOUGHT.compareAndSet(false, true)) {
      try {
        Thread loader = new Thread(RecorderOfJvm::load, "holdfast-flight-recorder");
        loader.setDaemon(true);
        loader.start();
      } catch (RuntimeException | Error e) { // such as for want of a thread; locks go on
        failed(e);
      }
    }
  }

  static void lookAndWait() {
    look();
    if (present == NONE && IS_SOUGHT.get()) {
      try {
        var unused = IS_FOUND.await(LONGEST_LOADING_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether anybody has recorded anything in this JVM, whatever it was. */
  private static boolean isStarted() {
    try {
      return FlightRecorder.isInitialized();
    } catch (LinkageError e) { // there is no jdk.jfr
      IS_SOUGHT.set(true);
      IS_FOUND.countDown();
      return false;
    }
  }

  /** The only place that names the recorder's class, which cannot be loaded without jdk.jfr. */
  private static void load() {
    try {
      present = new JfrRecorder();
      IS_FOUND.countDown();
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** It is not tried again. */
  private static void failed(Throwable thrown) {
    IS_FOUND.countDown();
    try {
      LOG.warn("The flight recorder will not record any locks", thrown);
    } catch (RuntimeException | Error e) {
      // nothing is left to be done
    }
  }
}
