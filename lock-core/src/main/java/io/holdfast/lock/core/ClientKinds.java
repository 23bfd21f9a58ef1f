package io.holdfast.lock.core;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.kind.KindParts;
import io.holdfast.lock.core.kind.LocksOfKind;
import io.holdfast.lock.core.node.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The kinds of locks that one client has: each is made once, when it is first asked for, and closed
 * with the client. Any thread.
 */
final class ClientKinds implements KindParts.Siblings {

  private final Engine engine;
  private final Node node;
  private final Keyspace keyspace;
  private final Duration retention;
  private final String clientDescription;
  private final BooleanSupplier isClosing;
  private final Map<String, LocksOfKind> all = new ConcurrentHashMap<>(); // by kind

  /**
   * None yet.
   *
   * @param isClosing whether the client is being closed: what is made then is closed at once
   */
  ClientKinds(
      Engine engine,
      Node node,
      Keyspace keyspace,
      Duration retention,
      String clientDescription,
      BooleanSupplier isClosing) {
    this.engine = engine;
    this.node = node;
    this.keyspace = keyspace;
    this.retention = retention;
    this.clientDescription = clientDescription;
    this.isClosing = isClosing;
  }

  @Override
  public <T extends LocksOfKind> T present(
      String kind, Class<T> type, Function<KindParts, T> maker) {
    AtomicBoolean isNew = new AtomicBoolean();
    T locks =
        type.cast(
            all.computeIfAbsent(
                kind,
                absent -> {
                  isNew.set(true);
                  return maker.apply(
                      new KindParts(engine, node, keyspace, retention, clientDescription, this));
                }));
    if (isNew.get() && isClosing.getAsBoolean()) {
      locks.close(); // they may have come after the others were closed
    }
    return locks;
  }

  @Override
  public void forget(String kind, LocksOfKind locks) {
    all.remove(kind, locks);
  }

  void forEach(Consumer<LocksOfKind> action) {
    all.values().forEach(action);
  }

  void close() {
    forEach(LocksOfKind::close);
  }

  // ---- what is known of them

  int namesInUse() {
    return all.values().stream().mapToInt(LocksOfKind::size).sum();
  }

  int waiting() {
    return all.values().stream().mapToInt(LocksOfKind::waiting).sum();
  }

  List<HeldLock> holds() {
    return all.values().stream().flatMap(locks -> locks.holds().stream()).toList();
  }
}
