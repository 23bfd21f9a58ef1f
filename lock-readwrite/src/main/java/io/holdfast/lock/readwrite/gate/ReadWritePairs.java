package io.holdfast.lock.readwrite.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.gate.LongWaits;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.kind.ClientAccess;
import io.holdfast.lock.core.kind.KindParts;
import io.holdfast.lock.core.kind.LocksOfKind;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.core.verbs.ScriptVerbs;
import java.util.List;
import java.util.stream.Stream;

/** The locks of one kind that one client has, of a kind that many read and one writes. */
public final class ReadWritePairs implements LocksOfKind {

  private final ScriptVerbs readers;
  private final ScriptVerbs writers;
  private final ReadWriteGates gates;
  private final Keyspace keyspace;
  private final String kind;

  /**
   * None in use yet.
   *
   * @param kind what stands in the keys: "rw"
   */
  private ReadWritePairs(KindParts parts, String kind, LockScripts scripts) {
    this.readers = parts.verbs(scripts, ScriptVerbs.Role.SHARER);
    this.writers = parts.verbs(scripts, ScriptVerbs.Role.OWNER);
    this.gates = new ReadWriteGates(parts, writers, readers);
    this.keyspace = parts.keyspace();
    this.kind = kind;
    LongWaits.watch(gates.writing(), writers);
    LongWaits.watch(gates.reading(), readers);
    parts.endStrays(kind, name -> keyspace.sharedLock(kind, name), writers);
  }

  /** Those of this client: always the same ones. */
  public static ReadWritePairs of(HoldfastClient client, String kind, LockScripts scripts) {
    return ClientAccess.locks(
        client, kind, ReadWritePairs.class, parts -> new ReadWritePairs(parts, kind, scripts));
  }

  /**
   * The pair of this name. No I/O.
   *
   * @param options where the caller of a method names none
   * @throws IllegalArgumentException if the name cannot be one
   */
  public DistributedReadWriteLock get(String name, AcquireOptions options) {
    return new GatePair(gates, readers, writers, keyspace.sharedLock(kind, name), options);
  }

  @Override
  public int size() {
    return gates.writing().size() + gates.reading().size();
  }

  @Override
  public List<HeldLock> holds() {
    return Stream.concat(
            gates.writing().holds(LockKind.WRITE).stream(),
            gates.reading().holds(LockKind.READ).stream())
        .toList();
  }

  @Override
  public int waiting() {
    return gates.writing().waiting() + gates.reading().waiting();
  }

  @Override
  public void close() {
    gates.writing().close();
    gates.reading().close();
  }
}
