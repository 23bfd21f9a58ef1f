package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.testkit.process.JvmProcess;
import java.util.function.Supplier;

/** A JVM as a {@link Worker}. Any thread may enter. */
public final class JvmWorker implements Worker, AutoCloseable {

  private final Supplier<JvmProcess> starter;
  private JvmProcess process; // guarded by this
  private boolean closed; // guarded by this

  JvmWorker(Supplier<JvmProcess> starter) {
    this.starter = starter;
    this.process = starter.get();
  }

  /** The one of the moment. */
  public synchronized JvmProcess process() {
    return process;
  }

  @Override
  public synchronized long pid() {
    return process.pid();
  }

  @Override
  public synchronized void freeze() {
    process.freeze();
  }

  @Override
  public synchronized void thaw() {
    if (process.isAlive()) {
      process.thaw();
    }
  }

  @Override
  public synchronized void kill() {
    process.kill();
  }

  @Override
  public synchronized void restart() {
    if (!process.isAlive() && !closed) {
      process.close();
      process = starter.get();
    }
  }

  /** Kills it; it is not started again. Idempotent. */
  @Override
  public synchronized void close() {
    closed = true;
    process.close();
  }

  @Override
  public synchronized String toString() {
    return process.toString();
  }
}
