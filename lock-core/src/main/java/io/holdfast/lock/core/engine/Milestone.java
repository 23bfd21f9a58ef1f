package io.holdfast.lock.core.engine;

import java.util.concurrent.CompletableFuture;

/**
 * Something that happens once: who waits for it goes on then, or at once if it has. Whoever makes
 * one sees to it that it happens, also when what was asked for fails. Any thread.
 */
public final class Milestone {

  private final CompletableFuture<Void> reached = new CompletableFuture<>();

  /** One that has happened. */
  public static Milestone passed() {
    Milestone passed = new Milestone();
    passed.reach();
    return passed;
  }

  /** It has happened. */
  public void reach() {
    reached.complete(null);
  }

  /** To be done then. Runs in the thread in which it happens, or in this one. */
  public void then(Runnable action) {
    var unused = reached.thenRun(action);
  }
}
