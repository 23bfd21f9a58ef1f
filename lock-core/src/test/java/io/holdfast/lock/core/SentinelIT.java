package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.RedisServerBuilder;
import io.holdfast.lock.testkit.server.TestAuthority;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A Sentinel that names the master, and asks for a password of its own. */
@ExtendWith(RedisServerExtension.class)
class SentinelIT {

  @TempDir Path directory;

  /** A Sentinel is the same program, told so by an argument. */
  private RedisServer sentinelOf(RedisServer master) throws IOException {
    return sentinelOf(master.port())
        .password("of-the-sentinel")
        .directive("sentinel", "auth-pass", "main", "of-the-master")
        .start();
  }

  private RedisServerBuilder sentinelOf(int master) throws IOException {
    RedisBinary server = RedisBinary.locate();
    Path program = directory.resolve("sentinel");
    Files.writeString(program, "#!/bin/sh\nexec '%s' \"$@\" --sentinel\n".formatted(server.path()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return RedisServer.builder()
        .binary(new RedisBinary(program, server.version(), server.origin()))
        .directive("sentinel", "monitor", "main", "127.0.0.1", Integer.toString(master), "1");
  }

  @Test
  @DisplayName("failure 138: the Sentinels ask for a password of their own")
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
  @DisplayName(
      "failure 138: the Sentinels ask for a password of their own, and get none or another")
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

  @Test
  void connect_sentinelAndMasterOverTls_trustsTheirAuthority() throws Exception {
    TestAuthority authority = TestAuthority.create(directory, "authority");
    Path certificate = authority.sign("server", TestAuthority.LOCALHOST);
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .ssl(SslOptions.builder().trustManager(authority.certificate().toFile()).build())
            .build();
    try (RedisServer master =
            RedisServer.builder()
                .tls(certificate, authority.key(), authority.certificate())
                .start();
        RedisServer sentinel =
            sentinelOf(portOf(master))
                .tls(certificate, authority.key(), authority.certificate())
                .directive("tls-replication", "yes") // how it speaks to the master
                .start()) {
      String uri = "rediss-sentinel://127.0.0.1:%s#main".formatted(portOf(sentinel));
      try (HoldfastClient client = HoldfastClient.connect(settings, uri)) {
        client.lock("watched").lock();
        assertThat(master.keys("holdfast:lock:*")).hasSize(1);
        client.lock("watched").unlock();
      }
      assertThatThrownBy(() -> HoldfastClient.connect(uri))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("signed by an authority that is not trusted");
    }
  }

  private static int portOf(RedisServer server) {
    return URI.create(server.tlsUri()).getPort();
  }
}
