package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.kind.ClientAccess;
import io.holdfast.lock.core.kind.KindParts;
import io.holdfast.lock.core.kind.LocksOfKind;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.core.verbs.ScriptVerbs;

/** The latches of one kind that one client has. */
public final class Latches implements LocksOfKind {

  private final ScriptVerbs verbs;
  private final RemoteCounter counter;
  private final Gates gates;
  private final Keyspace keyspace;
  private final String kind;

  private Latches(KindParts parts, String kind, LockScripts scripts) {
    this.verbs = parts.rememberingVerbs(RemoteCounter.MEMORY, scripts, ScriptVerbs.Role.OWNER);
    this.counter = new RemoteCounter(parts.engine(), verbs, verbs);
    this.gates =
        new Gates(
            parts, verbs, LockKind.LATCH, (context, keys) -> new LatchGate(context, keys, counter));
    this.keyspace = parts.keyspace();
    this.kind = kind;
  }

  /** Those of this client: always the same ones. */
  public static Latches of(HoldfastClient client, String kind, LockScripts scripts) {
    return ClientAccess.locks(
        client, kind, Latches.class, parts -> new Latches(parts, kind, scripts));
  }

  /**
   * The latch of this name. No I/O.
   *
   * @throws IllegalArgumentException if the name cannot be one, or the count is less than zero
   */
  public DistributedCountDownLatch get(String name, int count) {
    return new GateLatch(gates, verbs, counter, keyspace.lock(kind, name), count);
  }

  @Override
  public int size() {
    return gates.size();
  }

  @Override
  public int waiting() {
    return gates.waiting();
  }

  @Override
  public void close() {
    gates.close();
  }

  @Override
  public void settled() {
    counter.close();
  }
}
