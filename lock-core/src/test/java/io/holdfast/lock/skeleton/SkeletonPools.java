package io.holdfast.lock.skeleton;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.kind.ClientAccess;
import io.holdfast.lock.core.kind.KindParts;
import io.holdfast.lock.core.kind.LocksOfKind;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.core.verbs.ScriptVerbs;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Semaphores of n anonymous permits: all the code that a kind needs. */
final class SkeletonPools implements LocksOfKind {

  private static final String KIND = "skeleton";
  private static final LockScripts SCRIPTS =
      LockScripts.shared(file -> SkeletonPools.class.getResourceAsStream(file), Optional.empty());

  private final ScriptVerbs verbs;
  private final Gates gates;
  private final Keyspace keyspace;
  private final AtomicInteger refusedHere = new AtomicInteger();

  private SkeletonPools(KindParts parts) {
    this.verbs = parts.verbs(SCRIPTS, ScriptVerbs.Role.OWNER);
    this.gates =
        new Gates(
            parts,
            verbs,
            LockKind.POOL,
            (context, keys) -> new SkeletonGate(context, keys, refusedHere));
    this.keyspace = parts.keyspace();
    parts.endStrays(KIND, name -> keyspace.sharedLock(KIND, name), verbs);
  }

  /** The pools of this client: always the same ones. */
  static SkeletonPools of(HoldfastClient client) {
    return ClientAccess.locks(client, KIND, SkeletonPools.class, SkeletonPools::new);
  }

  SkeletonPool get(String name, int permits) {
    return new SkeletonPool(gates, verbs, keyspace.sharedLock(KIND, name), permits);
  }

  /** How many were refused without a question to the server. */
  int refusedHere() {
    return refusedHere.get();
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
}
