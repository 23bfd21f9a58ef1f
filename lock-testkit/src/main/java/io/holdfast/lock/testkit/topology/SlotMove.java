package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A slot that is being moved from one master to another, key by key, as {@code redis-cli --cluster
 * reshard} does.
 *
 * @param slot its number
 * @param from the master that has had it so far
 * @param to the one that will have it
 */
public record SlotMove(String slot, RedisServer from, RedisServer to) {

  /** The slot of this name is being moved, and no key of it yet. */
  static SlotMove begin(String name, RedisServer from, RedisServer to) {
    String slot = Long.toString(ClusterNodes.slotOf(from, name));
    to.admin().command("CLUSTER", "SETSLOT", slot, "IMPORTING", ClusterNodes.id(from));
    from.admin().command("CLUSTER", "SETSLOT", slot, "MIGRATING", ClusterNodes.id(to));
    return new SlotMove(slot, from, to);
  }

  /** Moves one key, if there is one left; says whether there was. */
  public boolean nextKey() {
    return nextKey(new String[0]);
  }

  private boolean nextKey(String... options) {
    List<String> keys = from.admin().texts("CLUSTER", "GETKEYSINSLOT", slot, "1");
    String port = Integer.toString(to.port());
    for (String key : keys) {
      Stream<String> command = Stream.of("MIGRATE", "127.0.0.1", port, key, "0", "5000");
      from.admin().command(Stream.concat(command, Stream.of(options)).toArray(String[]::new));
    }
    return !keys.isEmpty();
  }

  /** Moves all keys that are left; the slot still belongs to the old master. */
  public void moveKeys() {
    moveKeys(Duration.ZERO);
  }

  /** As {@link #moveKeys()}, with a pause before each key. */
  void moveKeys(Duration pause) {
    boolean isLeft = true;
    while (isLeft) {
      LockSupport.parkNanos(pause.toNanos());
      isLeft = nextKey();
    }
  }

  /** Moves all keys that are left, and then the slot belongs to the new master. */
  public void end() {
    moveKeys();
    settle();
  }

  /**
   * After a failure: moves all keys that are left, some of which the new master may have already,
   * and the slot belongs to it then. If that cannot be done, the slot stays where it was.
   */
  void endAnyhow() {
    try {
      boolean isLeft = true;
      while (isLeft) {
        isLeft = nextKey("REPLACE");
      }
      settle();
    } catch (RuntimeException e) {
      to.admin().command("CLUSTER", "SETSLOT", slot, "STABLE");
      from.admin().command("CLUSTER", "SETSLOT", slot, "STABLE");
      throw e;
    }
  }

  private void settle() {
    to.admin().command("CLUSTER", "SETSLOT", slot, "NODE", ClusterNodes.id(to));
    from.admin().command("CLUSTER", "SETSLOT", slot, "NODE", ClusterNodes.id(to));
  }
}
