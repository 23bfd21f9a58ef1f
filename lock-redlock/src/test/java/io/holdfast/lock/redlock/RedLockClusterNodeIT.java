package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedLockClusterNodeIT extends RedLockSuite {

  /** It would answer for some names, and redirect requests for others. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("failure 109: a node of a Redis Cluster is given by a plain address")
  void tryLock_nodesOfACluster_doNotCountAndSayWhy(boolean quarantine) {
    try (SmallCluster cluster = SmallCluster.start()) {
      List<String> uris = cluster.nodes().stream().map(node -> node.uri()).toList();
      Quorums quorum = open(RedLockSettings.builder().maxLease(LEASE).quarantine(quarantine), uris);
      within(SOON)
          .passes(
              "it says why",
              () ->
                  assertThatThrownBy(() -> quorum.locks().get(NAME).tryLock())
                      .isInstanceOf(LockServerException.class)
                      .hasMessageContaining("it is a node of a Redis Cluster"));
    }
  }
}
