package io.holdfast.lock.testkit.contract;

import io.holdfast.lock.LockListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * What a client is to be like. Immutable; what it does not say is as the kind has it by default.
 *
 * @param label the client's name for people
 * @param lease the length of renewed leases
 * @param listeners hear the client's events
 * @param callbackExecutor where futures complete and listeners run
 */
public record ClientSpec(
    Optional<String> label,
    Optional<Duration> lease,
    List<LockListener> listeners,
    Optional<Executor> callbackExecutor) {

  private static final ClientSpec DEFAULTS =
      new ClientSpec(Optional.empty(), Optional.empty(), List.of(), Optional.empty());

  /** Keeps a copy of the list. */
  public ClientSpec {
    listeners = List.copyOf(listeners);
  }

  /** A client as it comes. */
  public static ClientSpec defaults() {
    return DEFAULTS;
  }

  /** With this name for people. */
  public ClientSpec label(String label) {
    return new ClientSpec(Optional.of(label), lease, listeners, callbackExecutor);
  }

  /** With renewed leases of this length. */
  public ClientSpec lease(Duration lease) {
    return new ClientSpec(label, Optional.of(lease), listeners, callbackExecutor);
  }

  /** With this listener too. */
  public ClientSpec listener(LockListener listener) {
    List<LockListener> more = Stream.concat(listeners.stream(), Stream.of(listener)).toList();
    return new ClientSpec(label, lease, more, callbackExecutor);
  }

  /** With callbacks on this executor. */
  public ClientSpec callbackExecutor(Executor executor) {
    return new ClientSpec(label, lease, listeners, Optional.of(executor));
  }
}
