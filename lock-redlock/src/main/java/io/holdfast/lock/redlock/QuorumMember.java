package io.holdfast.lock.redlock;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.inbox.Recipient;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.kind.ClientAccess;
import io.holdfast.lock.core.kind.KindParts;
import io.holdfast.lock.core.kind.LocksOfKind;
import io.holdfast.lock.core.lock.GateLock;
import io.holdfast.lock.core.server.ServerLink;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.core.verbs.ScriptVerbs;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What a client lends to the quorums that its server is part of. */
final class QuorumMember implements LocksOfKind {

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
  static QuorumMember of(HoldfastClient client, String kind, LockScripts scripts) {
    return ClientAccess.locks(
        client, kind, QuorumMember.class, parts -> new QuorumMember(parts, kind, scripts));
  }

  /**
   * Of the client of this lock; empty if it is not a lock of a client that one owner has at a time
   * and nobody shares.
   *
   * @param kind what stands in the keys
   */
  static Optional<QuorumMember> of(DistributedLock lock, String kind, LockScripts scripts) {
    return lock instanceof GateLock ours
            && LENT.contains(ours.kind())
            && ours.client() instanceof KindParts parts
        ? Optional.of(new QuorumMember(parts, kind, scripts))
        : Optional.empty();
  }

  /** As {@link KindParts#attached}. */
  <T extends AutoCloseable> T attached(String name, Class<T> type, Supplier<T> maker) {
    return parts.attached(name, type, maker);
  }

  /** As {@link KindParts#detach}. */
  void detach(String name, AutoCloseable it) {
    parts.detach(name, it);
  }

  /** The requests of an exclusive lock at this server. */
  Verbs verbs() {
    return verbs;
  }

  /** Looking, and taking away by force. */
  Administration administration() {
    return verbs;
  }

  /** Other requests. */
  ServerLink link() {
    return parts.node().link();
  }

  /** How long the ledger of a lock remembers here. */
  Duration retention() {
    return parts.retention().compareTo(MEMORY) > 0 ? parts.retention() : MEMORY;
  }

  /** The keys of the lock of this name. */
  LockKeys keys(String name) {
    return parts.keyspace().lock(kind, name);
  }

  /** Where the server remembers what it is. */
  String nodeKey() {
    return parts.keyspace().node(kind);
  }

  /** The engine of the client. */
  Engine engine() {
    return parts.engine();
  }

  /** A new id for an acquisition at this server. */
  String newId(long claimMillis) {
    Engine engine = parts.engine();
    return engine.clientId() + ':' + engine.numbers().incrementAndGet() + ':' + claimMillis;
  }

  /** Has what the server sends to this id go to that recipient. */
  void receive(String id, Recipient recipient) {
    parts.node().inbox().receive(number(id), recipient);
  }

  /** Nobody wants any more what the server sends to this id. */
  void receiveNoMore(String id) {
    parts.node().inbox().receiveNoMore(number(id));
  }

  private static long number(String id) {
    return Long.parseLong(id.split(":", -1)[1]);
  }

  /**
   * An answer to a question that was sent then, and the number of subscribers that got its echo.
   */
  void echoed(long sentNanos, long echo) {
    parts.node().echoed(sentNanos, echo);
  }

  /** Whether the server has such an acquisition from us. */
  boolean isOurs(String id) {
    return ClientId.isOf(id, parts.engine().clientId());
  }

  /** Whether it was ever connected to the server; it reconnects by itself. */
  boolean isConnected() {
    return parts.node().generation() > 0;
  }

  /** The server, for people; without its password. */
  String describe() {
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
