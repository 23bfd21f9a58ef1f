package io.holdfast.lock.semaphore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Runs completions: at once, or when they are let go. */
final class HeldBack implements Executor {

  private final List<Runnable> held = new ArrayList<>();
  private boolean isHolding;

  @Override
  public void execute(Runnable task) {
    synchronized (this) {
      if (isHolding) {
        held.add(task);
        return;
      }
    }
    var unused = CompletableFuture.runAsync(task);
  }

  synchronized void hold() {
    isHolding = true;
  }

  synchronized int size() {
    return held.size();
  }

  synchronized void letGo() {
    isHolding = false;
    held.forEach(this::execute);
    held.clear();
  }
}
