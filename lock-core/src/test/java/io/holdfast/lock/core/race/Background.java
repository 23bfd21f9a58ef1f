package io.holdfast.lock.core.race;

/** Work in the background, as one step: the places where it is stopped do not matter. */
public final class Background {

  private Background() {}

  /** Runs it without being stopped. It must not wait for a lock that the other thread may have. */
  public static void run(Runnable step) {
    step.run();
  }
}
