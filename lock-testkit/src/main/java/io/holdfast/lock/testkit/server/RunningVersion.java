package io.holdfast.lock.testkit.server;

import java.util.Map;

/**
 * What a running server says it is; Valkey goes on naming the Redis version it is compatible with,
 * too.
 */
final class RunningVersion {

  private RunningVersion() {}

  static ServerVersion of(Map<String, String> info) {
    String valkey = info.get("valkey_version");
    if (valkey != null) {
      return ServerVersion.of("valkey", valkey);
    }
    return ServerVersion.of("redis", info.getOrDefault("redis_version", "unknown"));
  }
}
