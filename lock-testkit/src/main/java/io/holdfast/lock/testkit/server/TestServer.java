package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A Redis or Valkey server that tests may use, wherever it runs. One that can also be killed is a
 * {@link RedisServer}.
 *
 * <p>These methods use {@link #admin()}, a connection of the testkit, so they do not depend on the
 * client under test.
 */
public interface TestServer extends ServerControls, AutoCloseable {

  /** {@code redis://[:password@]host:port}. */
  @Override
  String uri();

  /**
   * Where clients under test connect: {@link #uri()}, with their {@link ClientAccess} if they have
   * one.
   */
  default String clientUri() {
    return uri();
  }

  /** As {@link #clientUri()}, without TLS: for a proxy, which must understand what passes. */
  default String plainClientUri() {
    return uri();
  }

  /** The user that clients under test log in as. */
  default String clientUser() {
    return "default";
  }

  /** What the server is. */
  ServerVersion version();

  /**
   * A connection of the testkit: opened on first use, again after it broke, and closed with the
   * server. Do not close it.
   */
  @Override
  RespClient admin();

  /** Ends the use of the server; a server that the testkit started ends, too. Idempotent. */
  @Override
  void close();

  /**
   * All keys that match a pattern such as {@code orders:*}, sorted. Looks at them by {@code SCAN}.
   */
  default List<String> keys(String pattern) {
    TreeSet<String> keys = new TreeSet<>();
    String cursor = "0";
    do {
      List<?> reply = admin().array("SCAN", cursor, "MATCH", pattern, "COUNT", "1000");
      cursor = String.valueOf(reply.get(0));
      ((List<?>) reply.get(1)).forEach(key -> keys.add(String.valueOf(key)));
    } while (!"0".equals(cursor));
    return List.copyOf(keys);
  }

  /**
   * A section of {@code INFO}, such as {@code server} or {@code memory}: field to value, in the
   * server's order.
   */
  default Map<String, String> info(String section) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : admin().text("INFO", section).split("\r?\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.charAt(0) != '#') {
        fields.put(line.substring(0, colon), line.substring(colon + 1));
      }
    }
    return fields;
  }

  /**
   * How often each command was executed since the server's start or {@link #resetStatistics()}, in
   * scripts too: lower-case name ({@code evalsha}, {@code config|set}) to number. Asking is itself
   * counted, next time, as {@code info}.
   */
  default Map<String, Long> commandCalls() {
    Map<String, Long> calls = new TreeMap<>();
    info("commandstats")
        .forEach((field, value) -> calls.put(field.substring("cmdstat_".length()), calls(value)));
    return calls;
  }

  private static long calls(String statistics) {
    return Long.parseLong(statistics.substring("calls=".length(), statistics.indexOf(',')));
  }

  /** Sets {@link #commandCalls()} and the server's other counters to zero. */
  default void resetStatistics() {
    admin().text("CONFIG", "RESETSTAT");
  }

  /** Forgets all scripts: the next {@code EVALSHA} of each is answered {@code NOSCRIPT}. */
  default void scriptFlush() {
    admin().text("SCRIPT", "FLUSH");
  }

  /** The connections except the testkit's own, one line each as {@code CLIENT LIST} prints them. */
  default List<String> clients() {
    String self = "id=" + admin().number("CLIENT", "ID") + " ";
    List<String> clients = new ArrayList<>(admin().text("CLIENT", "LIST").lines().toList());
    clients.removeIf(line -> line.startsWith(self));
    return clients;
  }

  /** As new: no keys, no scripts, counters at zero. Connections and parameters stay. */
  default void wipe() {
    admin().text("FLUSHALL");
    scriptFlush();
    resetStatistics();
  }
}
