package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A Sentinel that names the master, and wants a password of its own. */
@ExtendWith(RedisServerExtension.class)
class SentinelIT {

  @TempDir Path directory;

  /** A Sentinel is the same program, told so by an argument. */
  private RedisServer sentinelOf(RedisServer master) throws IOException {
    RedisBinary server = RedisBinary.locate();
    Path program = directory.resolve("sentinel");
    Files.writeString(program, "#!/bin/sh\nexec '%s' \"$@\" --sentinel\n".formatted(server.path()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return RedisServer.builder()
        .binary(new RedisBinary(program, server.version(), server.origin()))
        .password("of-the-sentinel")
        .directive("sentinel", "monitor", "main", "127.0.0.1", Integer.toString(master.port()), "1")
        .directive("sentinel", "auth-pass", "main", "of-the-master")
        .start();
  }

  @Test
  void connect_sentinelWithAPasswordOfItsOwn_findsTheMaster() throws Exception {
    try (RedisServer master = RedisServer.builder().password("of-the-master").start();
        RedisServer sentinel = sentinelOf(master)) {
      String uri =
          "redis-sentinel://:of-the-master@127.0.0.1:%d?sentinelPassword=of-the-sentinel#main"
              .formatted(sentinel.port());
      try (HoldfastClient client = HoldfastClient.connect(uri)) {
        client.lock("watched").lock();
        assertThat(master.keys("holdfast:lock:*")).hasSize(1);
        client.lock("watched").unlock();
        assertThat(client).asString().endsWith("127.0.0.1:" + sentinel.port() + "#main");
      }
    }
  }

  @Test
  void connect_sentinelsPasswordMissingOrWrong_isToldWithout() throws Exception {
    try (RedisServer master = RedisServer.builder().password("of-the-master").start();
        RedisServer sentinel = sentinelOf(master)) {
      String address = "redis-sentinel://:of-the-master@127.0.0.1:" + sentinel.port();
      assertThatThrownBy(() -> HoldfastClient.connect(address + "#main"))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("NOAUTH");
      assertThatThrownBy(() -> HoldfastClient.connect(address + "?sentinelPassword=another#main"))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("WRONGPASS")
          .hasMessageNotContaining("another");
    }
  }
}
