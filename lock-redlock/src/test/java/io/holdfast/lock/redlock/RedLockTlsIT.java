package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestAuthority;
import io.lettuce.core.SslOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A quorum whose nodes speak TLS, with certificates of an authority that Java does not know. */
class RedLockTlsIT {

  private static final RedLockSettings NO_QUARANTINE =
      RedLockSettings.builder().quarantine(false).build();

  @Test
  @DisplayName("failure 169: nodes of a quorum whose authority is not trusted")
  void connect_nodesOverTls_needsTheirAuthority(@TempDir Path directory) throws Exception {
    TestAuthority authority = TestAuthority.create(directory, "authority");
    Path certificate = authority.sign("server", TestAuthority.LOCALHOST);
    HoldfastSettings trusting =
        HoldfastSettings.builder()
            .ssl(SslOptions.builder().trustManager(authority.certificate().toFile()).build())
            .build();
    List<RedisServer> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        nodes.add(
            RedisServer.builder()
                .tls(certificate, authority.key(), authority.certificate())
                .start());
      }
      String[] uris = nodes.stream().map(RedisServer::tlsUri).toArray(String[]::new);
      try (RedLocks locks = RedLocks.connect(NO_QUARANTINE, trusting, uris);
          Hold hold = locks.get("tls").acquire()) {
        assertThat(hold.isValid()).isTrue();
      }
      assertThatThrownBy(() -> RedLocks.connect(NO_QUARANTINE, HoldfastSettings.defaults(), uris))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("signed by an authority that is not trusted");
    } finally {
      nodes.forEach(RedisServer::close);
    }
  }
}
