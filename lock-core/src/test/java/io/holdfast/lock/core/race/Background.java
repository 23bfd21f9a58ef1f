package io.holdfast.lock.core.race;

/** What goes on besides, as one step: where it is stopped is of no interest. */
public final class Background {

  private Background() {}

  /** Runs it without being stopped. It must not wait for a lock that the other thread may have. */
  public static void run(Runnable step) {
    step.run();
  }
}
