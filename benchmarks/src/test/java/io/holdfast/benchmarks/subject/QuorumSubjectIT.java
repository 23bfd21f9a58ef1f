package io.holdfast.benchmarks.subject;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(RedisServerExtension.class)
class QuorumSubjectIT {

  private static final Duration SOON = Duration.ofMinutes(1);

  private Masters three;
  private List<String> uris;

  @BeforeEach
  void start(@FreshServer(masters = 3) Masters masters) {
    three = masters;
    uris = masters.servers().stream().map(RedisServer::uri).toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"REDISSON", "HOLDFAST"})
  void lock_ofAQuorum_isHeldByAMajorityUntilReleased(Subject subject) {
    try (LockSubject client = subject.openQuorum(uris)) {
      LockHandle lock = client.lock("ab");
      lock.lock();
      assertThat(nodesWithKeys()).isGreaterThanOrEqualTo(2);
      lock.unlock();
      lock.lock();
      lock.unlock();
      assertThat(client.lostRounds()).isZero();
    }
  }

  private long nodesWithKeys() {
    return three.servers().stream().filter(server -> !server.keys("*ab*").isEmpty()).count();
  }

  @Test
  void lostRounds_ofRedissonWhenAMajorityIsTaken_areCounted() throws Exception {
    try (LockSubject client = Subject.REDISSON.openQuorum(uris);
        LockSubject first = Subject.REDISSON.open(uris.get(0));
        LockSubject second = Subject.REDISSON.open(uris.get(1));
        TestThreads threads = TestThreads.open()) {
      first.lock("ab").lock();
      second.lock("ab").lock();
      threads.start(
          "waits",
          () -> {
            client.lock("ab").lock();
            client.lock("ab").unlock();
          });
      within(SOON).isTrue("a round is lost", () -> client.lostRounds() > 0);
      first.lock("ab").unlock();
      second.lock("ab").unlock();
      threads.joinAll(SOON);
      assertThat(client.lostRounds()).isPositive();
    }
  }

  @Test
  void openQuorum_ofBareLettuce_isRefused() {
    assertThatThrownBy(() -> Subject.BARE.openQuorum(uris))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
