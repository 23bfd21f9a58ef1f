package io.holdfast.lock.testkit.proxy;

/**
 * A fault of a {@link FaultProxy} that lasts until it is healed, or the proxy closed.
 *
 * <pre>{@code
 * try (ActiveFault mute = proxy.blackhole(Connections.all())) {
 *   ...
 * }
 * }</pre>
 */
public final class ActiveFault implements AutoCloseable {

  private final String description;
  private final Runnable healing;

  ActiveFault(String description, Runnable healing) {
    this.description = description;
    this.healing = healing;
  }

  /** Ends the fault: whatever it held up goes on. Idempotent; also after the proxy was closed. */
  public void heal() {
    healing.run();
  }

  /** As {@link #heal()}. */
  @Override
  public void close() {
    heal();
  }

  @Override
  public String toString() {
    return description;
  }
}
