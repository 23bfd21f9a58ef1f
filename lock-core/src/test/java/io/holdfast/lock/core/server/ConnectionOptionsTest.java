package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConnectionOptionsTest {

  private static SocketOptions of(String uri) {
    return ConnectionOptions.of(RedisURI.create(uri), Duration.ofSeconds(1)).getSocketOptions();
  }

  @Test
  @DisplayName("failure 142: a server is reached by a Unix socket, which has no options of TCP")
  void of_unixSocket_hasNoOptionOfTcp() {
    SocketOptions options = of("redis-socket:///var/run/redis.sock");

    assertThat(options.isKeepAlive()).isFalse();
    assertThat(options.isEnableTcpUserTimeout()).isFalse();
  }

  @Test
  void of_host_isKeptAlive() {
    assertThat(of("redis://localhost").isKeepAlive()).isTrue();
  }
}
