package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConnectionOptionsTest {

  private static SocketOptions of(String uri) {
    return ConnectionOptions.of(RedisURI.create(uri), ConnectionSettings.of(Duration.ofSeconds(1)))
        .getSocketOptions();
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

  private static ClusterTopologyRefreshOptions refresh(
      ClusterTopologyRefreshOptions.Builder wished) {
    return ConnectionOptions.refresh(Optional.of(wished.build()));
  }

  @Test
  void refresh_periodAndSources_areTakenOver() {
    ClusterTopologyRefreshOptions options =
        refresh(
            ClusterTopologyRefreshOptions.builder()
                .enablePeriodicRefresh(Duration.ofSeconds(17))
                .dynamicRefreshSources(false)
                .closeStaleConnections(false)
                .refreshTriggersReconnectAttempts(7));
    assertThat(options.isPeriodicRefreshEnabled()).isTrue();
    assertThat(options.getRefreshPeriod()).isEqualTo(Duration.ofSeconds(17));
    assertThat(options.useDynamicRefreshSources()).isFalse();
    assertThat(options.isCloseStaleConnections()).isFalse();
    assertThat(options.getRefreshTriggersReconnectAttempts()).isEqualTo(7);
  }

  @Test
  void refresh_whateverIsWished_looksWhenAnythingMovesAndWithinASecond() {
    ClusterTopologyRefreshOptions rare =
        refresh(
            ClusterTopologyRefreshOptions.builder()
                .adaptiveRefreshTriggersTimeout(Duration.ofMinutes(5)));
    assertThat(rare.getAdaptiveRefreshTriggers())
        .containsExactlyInAnyOrder(RefreshTrigger.values());
    assertThat(rare.getAdaptiveRefreshTimeout()).isEqualTo(Duration.ofSeconds(1));
    ClusterTopologyRefreshOptions often =
        refresh(
            ClusterTopologyRefreshOptions.builder()
                .adaptiveRefreshTriggersTimeout(Duration.ofMillis(100)));
    assertThat(often.getAdaptiveRefreshTimeout()).isEqualTo(Duration.ofMillis(100));
    assertThat(ConnectionOptions.refresh(Optional.empty()).isPeriodicRefreshEnabled()).isFalse();
  }
}
