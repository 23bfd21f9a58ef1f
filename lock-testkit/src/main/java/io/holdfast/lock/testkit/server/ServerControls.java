package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Faults of a running server that it brings about itself on request. Each goes over {@link
 * #admin()} and returns when the server has confirmed it; each stays until it is taken back.
 *
 * @see TestServer
 */
public interface ServerControls {

  /** A connection of the testkit, as in {@link TestServer#admin()}. */
  RespClient admin();

  /** Where it is, as in {@link TestServer#uri()}. */
  String uri();

  /** Closes all connections of every type but replication, ours excepted; returns how many. */
  default long killAllClients() {
    return killClients("normal") + killClients("pubsub");
  }

  /**
   * Closes all connections of a type, ours excepted.
   *
   * @param type {@code normal}, {@code pubsub}, {@code replica} or {@code master}
   * @return how many
   */
  default long killClients(String type) {
    return admin().number("CLIENT", "KILL", "TYPE", type, "SKIPME", "yes");
  }

  /** Sets a parameter of the running server, such as {@code maxmemory}. */
  default void configSet(String parameter, String value) {
    admin().text("CONFIG", "SET", parameter, value);
  }

  /**
   * No more memory than this; 0 for as much as there is. With 1, and the policy {@code noeviction}
   * that is the default, every command that may need memory is answered {@code OOM}.
   */
  default void maxMemory(long bytes) {
    configSet("maxmemory", Long.toString(bytes));
  }

  /** What goes when memory is short: {@code noeviction}, {@code volatile-lru}, … */
  default void maxMemoryPolicy(String policy) {
    configSet("maxmemory-policy", policy);
  }

  /** Writes are answered {@code NOREPLICAS} while fewer replicas than this are in touch. */
  default void minReplicas(int number) {
    configSet("min-replicas-to-write", Integer.toString(number));
  }

  /**
   * Makes or changes a user: {@code aclUser("app", "on", ">secret", "~app:*", "&app:*", "+@all")}.
   */
  default void aclUser(String name, String... rules) {
    List<String> words = new ArrayList<>(List.of("ACL", "SETUSER", name));
    words.addAll(List.of(rules));
    admin().text(words.toArray(String[]::new));
  }

  /** Deletes a user, and closes the connections it has. */
  default void deleteAclUser(String name) {
    admin().number("ACL", "DELUSER", name);
  }

  /**
   * Makes it a replica of the server at that address. Returns at once; its data goes when it is in
   * touch.
   */
  default void replicaOf(String host, int port) {
    admin().text("REPLICAOF", host, Integer.toString(port));
  }

  /** Makes it a master again, with the data it has. */
  default void promote() {
    admin().text("REPLICAOF", "NO", "ONE");
  }

  /**
   * Makes it a replica without a master: it keeps its data, and writes are answered {@code
   * READONLY}. {@link #promote()} takes it back.
   */
  default void readOnly() {
    replicaOf("127.0.0.1", 1);
  }

  /**
   * Keeps it busy with a script: all other commands are answered {@code BUSY}, those of {@link
   * #admin()} too, until the time has passed or the result is closed. Returns when the server is
   * busy.
   */
  default BusyScript busy(Duration atMost) {
    configSet("lua-time-limit", "5"); // ms; also the old name of busy-reply-threshold
    return BusyScript.start(uri(), atMost);
  }
}
