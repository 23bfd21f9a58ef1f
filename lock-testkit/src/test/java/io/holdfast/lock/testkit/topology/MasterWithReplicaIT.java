package io.holdfast.lock.testkit.topology;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServers;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MasterWithReplicaIT {

  @BeforeAll
  static void assumeProcesses() {
    TestServers.whyNotControllable().ifPresent(why -> Assumptions.assumeTrue(false, why));
  }

  @Test
  void replica_followsItsMaster() {
    try (MasterWithReplica pair = MasterWithReplica.start();
        RespClient client = RespClient.connect(pair.uri())) {
      client.text("SET", "k", "v");
      pair.awaitInSync();
      assertThat(pair.replica().admin().text("GET", "k")).isEqualTo("v");
      assertThat(pair.master().info("replication")).containsEntry("connected_slaves", "1");
    }
  }

  @Test
  void failover_afterACutLink_whatWasWrittenBehindTheCutIsLost() {
    try (MasterWithReplica pair = MasterWithReplica.start(b -> b.password("p@ss"));
        RespClient client = RespClient.connect(pair.uri())) {
      RedisServer old = pair.master();
      client.text("SET", "kept", "v");
      pair.awaitInSync();
      pair.cutReplication();
      pair.cutReplication();
      client.text("SET", "lost", "v");
      pair.failover();

      assertThat(pair.master()).isNotSameAs(old);
      assertThat(pair.replica()).isSameAs(old);
      assertThat(old.isRunning()).isFalse();
      eventually().isTrue("the connection broke", () -> !client.isOpen());
      try (RespClient young = RespClient.connect(pair.uri())) { // the same address
        assertThat(young.number("EXISTS", "kept")).isEqualTo(1);
        assertThat(young.number("EXISTS", "lost")).isZero();
        assertThat(young.text("SET", "new", "v")).isEqualTo("OK");
      }
      pair.rejoin();
      assertThat(pair.replica().keys("*")).containsExactlyInAnyOrder("kept", "new");
      pair.failover(); // and back
      assertThat(pair.master()).isSameAs(old);
    }
  }

  @Test
  void healReplication_afterACut_theReplicaCatchesUp() {
    try (MasterWithReplica pair = MasterWithReplica.start();
        RespClient client = RespClient.connect(pair.uri())) {
      pair.cutReplication();
      client.text("SET", "k", "v");
      eventually()
          .isTrue(
              "the link is down",
              () -> "down".equals(pair.replica().info("replication").get("master_link_status")));
      assertThat(pair.replica().keys("*")).isEmpty();
      pair.healReplication();
      pair.awaitInSync();
      assertThat(pair.replica().keys("*")).containsExactly("k");
    }
  }

  @Test
  void demote_oldConnectionsStayAtAServerThatRefusesWrites() {
    try (MasterWithReplica pair = MasterWithReplica.start();
        RespClient old = RespClient.connect(pair.uri(), Duration.ofSeconds(2))) {
      old.text("SET", "k", "1");
      pair.awaitInSync();
      pair.demote();
      assertThatExceptionOfType(RespException.class)
          .isThrownBy(() -> old.text("SET", "k", "2"))
          .withMessageContaining("READONLY");
      try (RespClient young = RespClient.connect(pair.uri())) {
        assertThat(young.text("SET", "k", "2")).isEqualTo("OK");
        pair.awaitInSync();
        assertThat(old.text("GET", "k")).isEqualTo("2");
      }
    }
  }
}
