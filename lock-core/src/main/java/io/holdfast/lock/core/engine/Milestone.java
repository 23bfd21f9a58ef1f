package io.holdfast.lock.core.engine;

import java.util.concurrent.CompletableFuture;

/**
 * Something that happens once: its waiters go on then, or at once if it has happened. Its creator
 * must see to it that it happens, also when the request fails. Any thread.
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
