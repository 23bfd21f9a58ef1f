package io.holdfast.lock.contract.mutant;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A thread's turn. The lease is fixed; that it is lost, its owner learns when it unlocks. */
class MiniHold implements Hold {

  private final String lockName;
  private final MiniClient.Granted granted;
  private int entries = 1; // of the owning thread only

  MiniHold(String lockName, MiniClient.Granted granted) {
    this.lockName = lockName;
    this.granted = granted;
  }

  String id() {
    return granted.id();
  }

  /** What the server counts, and what was entered again since. */
  int count() {
    return granted.count() + entries - 1;
  }

  void enter() {
    entries++;
  }

  /** Whether that was the last. */
  boolean leave() {
    return --entries == 0;
  }

  @Override
  public String lockName() {
    return lockName;
  }

  @Override
  public long token() {
    return granted.token();
  }

  @Override
  public boolean isValid() {
    return granted.deadlineNanos() - System.nanoTime() > 0;
  }

  @Override
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, granted.deadlineNanos() - System.nanoTime()));
  }

  @Override
  public void releaseAfter(Duration time) {
    throw new UnsupportedOperationException("not a part of the mini lock");
  }

  @Override
  public void extend(Duration atLeast) {
    throw new UnsupportedOperationException("not a part of the mini lock");
  }

  @Override
  public void onLost(Consumer<LossCause> callback) {
    if (!isValid()) {
      callback.accept(LossCause.EXPIRED);
    }
  }

  @Override
  public void close() {
    throw new IllegalMonitorStateException("it belongs to a thread: unlock it");
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    throw new UnsupportedOperationException("not a part of the mini lock");
  }
}
