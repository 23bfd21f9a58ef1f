package io.holdfast.spring.boot;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The holds of this application, and a look at a lock by its kind ({@code plain}, {@code fair},
 * {@code read}, {@code write}, {@code quorum}) and name. It can take a lock away from its holder,
 * which needs {@code management.endpoint.holdfast.access=unrestricted}.
 */
@Endpoint(id = "holdfast", defaultAccess = Access.READ_ONLY)
public final class HoldfastEndpoint {

  private final Optional<HoldfastClient> client;
  private final Map<LockKind, KindOfLocks> kinds = new EnumMap<>(LockKind.class);

  /** Without a client if there are only locks of a quorum. */
  HoldfastEndpoint(Optional<HoldfastClient> client, Stream<KindOfLocks> kinds) {
    this.client = client;
    kinds.forEach(one -> this.kinds.put(one.kind(), one));
  }

  /** What the clients know of themselves. No I/O. */
  @ReadOperation
  public Overview overview() {
    List<OwnHold> holds =
        Stream.concat(
                client.stream().flatMap(one -> one.holds().stream()),
                kinds.values().stream().flatMap(kind -> kind.holds().get().stream()))
            .map(OwnHold::of)
            .toList();
    List<Map<String, Object>> nodes =
        kinds.values().stream()
            .flatMap(kind -> kind.nodes().stream())
            .map(node -> StatusDetails.ofNode(node.status()))
            .toList();
    return new Overview(
        client.map(one -> StatusDetails.of(one.status())).orElse(null), nodes, holds);
  }

  /**
   * What the server, or a majority of the nodes, knows of a lock; null if there are no locks of
   * this kind.
   */
  @ReadOperation
  public @Nullable Inspection inspect(
      @Selector String kind, @Selector(match = Selector.Match.ALL_REMAINING) String... name) {
    return locks(kind)
        .map(locks -> locks.get(joined(name)).inspect())
        .map(Inspection::of)
        .orElse(null);
  }

  /** Takes a lock away from its holder; null if there are no locks of this kind. */
  @DeleteOperation
  public @Nullable Forced forceUnlock(
      @Selector String kind, @Selector(match = Selector.Match.ALL_REMAINING) String... name) {
    return locks(kind).map(locks -> new Forced(locks.get(joined(name)).forceUnlock())).orElse(null);
  }

  /** As they stand in paths. */
  List<String> kinds() {
    return kinds.keySet().stream().map(LockKind::text).toList();
  }

  private Optional<Locks> locks(String kind) {
    return kinds.values().stream()
        .filter(one -> one.kind().text().equals(kind))
        .map(KindOfLocks::locks)
        .findAny();
  }

  /** A name with slashes comes in parts. */
  private static String joined(String... name) {
    return String.join("/", name);
  }

  /**
   * What the clients know of themselves.
   *
   * @param status as in the health, without judgement; null if there is no client but those of a
   *     quorum
   * @param nodes the same of the nodes of a quorum, in their order; empty if there is none
   * @param holds of all kinds
   */
  public record Overview(
      @Nullable Map<String, Object> status, List<Map<String, Object>> nodes, List<OwnHold> holds) {}

  /** A hold of this application. */
  public record OwnHold(
      String kind, String name, long token, long sinceMs, long remainingMs, int permits) {

    static OwnHold of(HeldLock hold) {
      return new OwnHold(
          hold.kind().text(),
          hold.lockName(),
          hold.token(),
          hold.since().toMillis(),
          hold.remaining().toMillis(),
          hold.permits());
    }
  }

  /**
   * What the server knows of a lock.
   *
   * @param holder null if it is free
   */
  public record Inspection(String name, @Nullable Holder holder, int queueLength) {

    static Inspection of(LockInspection inspection) {
      return new Inspection(
          inspection.lockName(),
          inspection.holder().map(Holder::of).orElse(null),
          inspection.queueLength());
    }
  }

  /** The client that holds a lock. */
  public record Holder(String clientLabel, boolean ours, long remainingMs, long token) {

    static Holder of(LockInspection.Holder holder) {
      return new Holder(
          holder.clientLabel(), holder.ours(), holder.remaining().toMillis(), holder.token());
    }
  }

  /** Whether there was a holder to take the lock away from. */
  public record Forced(boolean unlocked) {}
}
