package io.holdfast.lock.core.kind;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.exclusive.LockScripts;
import io.holdfast.lock.core.exclusive.ScriptVerbs;
import io.holdfast.lock.core.gate.GateLock;
import io.holdfast.lock.core.inbox.Recipient;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.ServerLink;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What a client lends to the quorums that its server is part of. */
public final class QuorumMember implements LocksOfKind {

  /** A quorum remembers the tokens that were accepted for a day at least. */
  private static final Duration MEMORY = Duration.ofDays(1);

  /** A lock of these kinds stands for its client; a side of a read-write lock does not. */
  private static final Set<LockKind> LENT = Set.of(LockKind.PLAIN, LockKind.FAIR);

  private final KindParts parts;
  private final String kind;
  private final ScriptVerbs verbs;

  private QuorumMember(KindParts parts, String kind, LockScripts scripts) {
    this.parts = parts;
    this.kind = kind;
    this.verbs = parts.rememberingVerbs(MEMORY, scripts, ScriptVerbs.Role.MEMBER);
    parts.endStrays(kind, this::keys, verbs);
  }

  /**
   * Of this client: always the same one.
   *
   * @param kind what stands in the keys
   */
  public static QuorumMember of(HoldfastClient client, String kind, LockScripts scripts) {
    return ClientAccess.locks(
        client, kind, QuorumMember.class, parts -> new QuorumMember(parts, kind, scripts));
  }

  /**
   * Of the client of this lock; empty if it is not a lock of a client that one owner has at a time
   * and nobody shares.
   *
   * @param kind what stands in the keys
   */
  public static Optional<QuorumMember> of(DistributedLock lock, String kind, LockScripts scripts) {
    return lock instanceof GateLock ours
            && LENT.contains(ours.kind())
            && ours.client() instanceof KindParts parts
        ? Optional.of(new QuorumMember(parts, kind, scripts))
        : Optional.empty();
  }

  /**
   * What the client has of this name; made if there is none, and closed with the client unless it
   * is detached before.
   */
  public <T extends AutoCloseable> T attached(String name, Class<T> type, Supplier<T> maker) {
    return type.cast(
        parts.siblings().present(name, Attached.class, made -> new Attached(maker.get())).it());
  }

  /** The client does without it from now on, if that is what it has of this name. */
  public void detach(String name, AutoCloseable it) {
    parts.siblings().forget(name, new Attached(it));
  }

  /** The requests of an exclusive lock at this server. */
  public Verbs verbs() {
    return verbs;
  }

  /** Looking, and taking away by force. */
  public Administration administration() {
    return verbs;
  }

  /** Other requests. */
  public ServerLink link() {
    return parts.node().link();
  }

  /** How long the ledger of a lock remembers here. */
  public Duration retention() {
    return parts.retention().compareTo(MEMORY) > 0 ? parts.retention() : MEMORY;
  }

  /** The keys of the lock of this name. */
  public LockKeys keys(String name) {
    return parts.keyspace().lock(kind, name);
  }

  /** Where the server remembers what it is. */
  public String nodeKey() {
    return parts.keyspace().node(kind);
  }

  /** The engine of the client. */
  public Engine engine() {
    return parts.engine();
  }

  /** A new id for an acquisition at this server. */
  public String newId(long claimMillis) {
    Engine engine = parts.engine();
    return engine.clientId() + ':' + engine.numbers().incrementAndGet() + ':' + claimMillis;
  }

  /** Has what the server sends to this id go to that recipient. */
  public void receive(String id, Recipient recipient) {
    parts.node().inbox().receive(number(id), recipient);
  }

  /** Nobody wants any more what the server sends to this id. */
  public void receiveNoMore(String id) {
    parts.node().inbox().receiveNoMore(number(id));
  }

  private static long number(String id) {
    return Long.parseLong(id.split(":", -1)[1]);
  }

  /** An answer to a question that was sent then: so many listened to the echo of it. */
  public void echoed(long sentNanos, long echo) {
    parts.node().echoed(sentNanos, echo);
  }

  /** Whether the server has such an acquisition from us. */
  public boolean isOurs(String id) {
    return ClientId.isOf(id, parts.engine().clientId());
  }

  /** Whether it was ever connected to the server; it reconnects by itself. */
  public boolean isConnected() {
    return parts.node().generation() > 0;
  }

  /** The server, for people; without its password. */
  public String describe() {
    return parts.node().describe();
  }

  @Override
  public int size() {
    return 0; // the names are those of the quorum
  }

  @Override
  public void close() {
    // Its requests fail from now on: the quorum takes it for a server that is away.
  }
}
