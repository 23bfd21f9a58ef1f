package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.gate.GateFactory;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.gate.LongWaits;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.kind.ClientAccess;
import io.holdfast.lock.core.kind.KindParts;
import io.holdfast.lock.core.kind.LocksOfKind;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.core.verbs.ScriptVerbs;

/** The semaphores of one kind that one client has, fair and not. */
public final class CountingSemaphores implements LocksOfKind {

  private final ScriptVerbs verbs;
  private final RemoteCounter counter;
  private final Gates fair;
  private final Gates unfair;
  private final Keyspace keyspace;
  private final String kind;

  private CountingSemaphores(KindParts parts, String kind, LockScripts scripts) {
    this.verbs = parts.rememberingVerbs(RemoteCounter.MEMORY, scripts, ScriptVerbs.Role.OWNER);
    this.counter = new RemoteCounter(parts.engine(), verbs, verbs);
    this.fair = gates(parts, (context, keys) -> new FairSemaphoreGate(context, keys, counter));
    this.unfair = gates(parts, (context, keys) -> new SemaphoreGate(context, keys, counter));
    this.keyspace = parts.keyspace();
    this.kind = kind;
    parts.endStrays(kind, name -> keyspace.sharedLock(kind, name), verbs);
  }

  private Gates gates(KindParts parts, GateFactory factory) {
    Gates gates = new Gates(parts, verbs, LockKind.SEMAPHORE, factory);
    LongWaits.watchPermits(gates, verbs);
    return gates;
  }

  /** Those of this client: always the same ones. */
  public static CountingSemaphores of(HoldfastClient client, String kind, LockScripts scripts) {
    return ClientAccess.locks(
        client,
        kind,
        CountingSemaphores.class,
        parts -> new CountingSemaphores(parts, kind, scripts));
  }

  /**
   * The semaphore of this name. No I/O.
   *
   * @throws IllegalArgumentException if the name cannot be one
   */
  public DistributedSemaphore get(String name, int permits, boolean isFair) {
    return new GateSemaphore(
        isFair ? fair : unfair, verbs, counter, keyspace.sharedLock(kind, name), permits, isFair);
  }

  @Override
  public int size() {
    return fair.size() + unfair.size();
  }

  @Override
  public int waiting() {
    return fair.waiting() + unfair.waiting();
  }

  @Override
  public void close() {
    fair.close();
    unfair.close();
  }

  @Override
  public void settled() {
    counter.close();
  }
}
