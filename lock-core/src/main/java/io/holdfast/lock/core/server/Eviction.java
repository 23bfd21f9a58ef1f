package io.holdfast.lock.core.server;

import io.lettuce.core.api.async.RedisServerAsyncCommands;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of a server that throws keys away when its memory is full: a lock's key among them would
 * mean two holders, and nobody would notice before the next renewal.
 */
final class Eviction {

  private static final Logger LOG = LoggerFactory.getLogger(Eviction.class);

  private Eviction() {}

  /** Asks the server, without waiting for the answer. A user who may not ask is not warned. */
  static void warnOf(RedisServerAsyncCommands<String, String> server, String description) {
    server
        .info("memory")
        .whenComplete(
            (memory, thrown) -> {
              if (memory != null) {
                danger(memory).ifPresent(what -> LOG.warn("{}: {}", description, what));
              } else {
                LOG.debug("{}: its eviction policy is unknown", description, thrown);
              }
            });
  }

  /** What is dangerous about a server that answers this to {@code INFO memory}. */
  static Optional<String> danger(String memory) {
    Map<String, String> facts =
        memory
            .lines()
            .filter(line -> line.contains(":"))
            .collect(
                Collectors.toMap(
                    line -> line.substring(0, line.indexOf(':')),
                    line -> line.substring(line.indexOf(':') + 1).strip(),
                    (first, second) -> first));
    String policy = facts.getOrDefault("maxmemory_policy", "noeviction");
    String limit = facts.getOrDefault("maxmemory", "0");
    return policy.equals("noeviction") || limit.equals("0")
        ? Optional.empty()
        : Optional.of(
            "when its memory is full (maxmemory %s bytes) it evicts keys (maxmemory-policy %s), those of"
                    .formatted(limit, policy)
                + " locks too: two clients could then hold one lock. Set maxmemory-policy noeviction");
  }
}
