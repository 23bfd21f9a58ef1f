package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A quorum of three in which two addresses, one of them a proxy's, lead to one server. */
class RedLockNamesakesIT extends RedLockSuite {

  private static final String REASON = "the same server as another node";

  private RedisServer shared;
  private RedisServer single;
  private Masters two;

  @BeforeEach
  void open(@FreshServer(masters = 2) Masters masters) {
    two = masters;
    shared = masters.server(0);
    single = masters.server(1);
  }

  private RedLocks quorum(String databaseOfTheSecond) {
    return open(List.of(
            shared.uri() + "/0", two.proxy(0).uri() + databaseOfTheSecond, single.uri() + "/0"))
        .locks();
  }

  /** No earlier question: the identity of each server comes along with its first vote. */
  @ParameterizedTest
  @ValueSource(strings = {"/0", "/1"})
  @DisplayName("failure 148: one server by two names gives the first vote of all")
  void tryLock_firstVoteOfAServerWithTwoNames_countsOnce(String database) {
    RedLocks quorum = quorum(database);
    single.kill();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(quorum.get(NAME)::tryLock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining(REASON);
    }
    awaitFree(SOON, shared, NAME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/0", "/1"})
  @DisplayName("failure 148: one server by two names, and the other one refuses")
  void tryLock_anotherHasTheVoteOfTheOther_isFalse(String database) {
    RedLocks quorum = quorum(database);
    String key = "holdfast:red:{" + NAME + "}";
    single.admin().number("HSET", key, "id", "rival~abc:1:300000", "token", "1", "last", "2");
    single.admin().number("PEXPIRE", key, Long.toString(LEASE.toMillis()));
    assertThat(quorum.get(NAME).tryLock()).isFalse();
    awaitFree(SOON, shared, NAME);
  }

  @Test
  @DisplayName("failure 148: one server by two names, before any vote")
  void inspectNodes_beforeAnyVote_namesOneOfThem() {
    RedLocks quorum = quorum("/0");
    within(SOON)
        .isTrue(
            "one of the two does not count",
            () ->
                quorum.inspectNodes(NAME).stream()
                        .filter(node -> node.problem().filter(REASON::equals).isPresent())
                        .count()
                    == 1);
    assertThat(quorum.inspectNodes(NAME).get(2).problem()).isEmpty();
    DistributedLock lock = quorum.get(NAME);
    assertThat(lock.tryLock()).as("both servers are a majority").isTrue();
    lock.unlock();
  }
}
