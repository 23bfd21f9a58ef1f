package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Locks that a majority of five grants. */
@ExtendWith(RedisServerExtension.class)
class RedLocksIT {

  private static final Duration SOON = Duration.ofMinutes(1);

  private Masters five;
  private Quorums here;
  private Quorums there;

  @BeforeEach
  void open(@FreshServer Masters masters) {
    five = masters;
    here = Quorums.open(five.uris());
    there = Quorums.open(five.uris());
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  private void assertNothingLeft() {
    for (int i = 0; i < five.size(); i++) {
      int index = i;
      within(SOON)
          .isTrue("free at " + i, () -> five.server(index).keys("holdfast:red:*").isEmpty());
    }
  }

  private static List<String> servers(RedLocks locks) {
    return locks.clients().stream().map(client -> client.status().server()).toList();
  }

  @Test
  void clients_givenOrOpened_areThoseOfTheNodesInTheirOrder() {
    assertThat(servers(here.locks())).isEqualTo(five.uris());
    try (RedLocks connected = RedLocks.connect(five.uris().toArray(String[]::new))) {
      assertThat(servers(connected)).isEqualTo(five.uris());
      assertThatThrownBy(() -> connected.clients().remove(0))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void lock_oneAfterTheOther_excludesAndTokensRise() throws Exception {
    DistributedLock mine = here.locks().get("ab");
    DistributedLock theirs = there.locks().get("ab");
    long before = 0;
    for (int i = 0; i < 50; i++) {
      mine.lock();
      assertThat(mine.token()).isGreaterThan(before);
      before = mine.token();
      assertThat(theirs.tryLock()).isFalse();
      mine.unlock();
      assertThat(theirs.tryLock(Duration.ofMinutes(1), Duration.ofMinutes(1))).isTrue();
      assertThat(theirs.token()).isGreaterThan(before);
      before = theirs.token();
      theirs.unlock();
    }
  }

  @Test
  void lock_severalThreadsOfTwoClients_countsEachTurn() throws Exception {
    AtomicLong last = new AtomicLong();
    long[] counter = new long[1];
    try (TestThreads threads = TestThreads.open()) {
      for (int i = 0; i < 6; i++) {
        DistributedLock lock = (i % 2 == 0 ? here : there).locks().get("ab");
        threads.start(
            "owner",
            () -> {
              for (int turn = 0; turn < 200; turn++) {
                try (Hold hold = lock.acquire()) {
                  assertThat(hold.token()).isGreaterThan(last.getAndSet(hold.token()));
                  counter[0]++;
                }
              }
            });
      }
      threads.joinAll();
    }
    assertThat(counter[0]).isEqualTo(1200);
  }

  @Test
  void lock_anotherHoldsIt_isHadAsSoonAsThatIsReleased() throws Exception {
    Hold held = there.locks().get("ab").acquire();
    CompletableFuture<Hold> waiting = here.locks().get("ab").acquireAsync();
    within(SOON).isTrue("queued", () -> here.locks().get("ab").inspect().queueLength() == 1);
    held.close();
    assertThat(waiting).succeedsWithin(SOON);
    waiting.join().close();
    assertNothingLeft();
  }

  @Test
  void lock_heldAndANodeDead_isRefusedOrQueues() throws Exception {
    Hold held = there.locks().get("ab").acquire();
    five.server(4).kill();
    assertThat(here.locks().get("ab").tryLock()).isFalse();
    CompletableFuture<Hold> waiting = here.locks().get("ab").acquireAsync();
    within(SOON).isTrue("queued", () -> here.locks().get("ab").inspect().queueLength() == 1);
    held.close();
    assertThat(waiting).succeedsWithin(SOON);
    waiting.join().close();
  }

  @Test
  void lock_twoNodesDead_isHad() {
    five.server(1).kill();
    five.server(3).kill();
    DistributedLock lock = here.locks().get("ab");
    for (int i = 0; i < 20; i++) {
      lock.lock();
      lock.unlock();
    }
  }

  @Test
  void tryLock_threeNodesDead_saysWhatEachNodeSaid() {
    five.server(1).kill();
    five.server(2).kill();
    five.server(3).kill();
    assertThatThrownBy(() -> here.locks().get("ab").tryLock())
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("3 of 5 nodes are needed (");
    within(SOON)
        .isTrue(
            "nothing is left",
            () ->
                five.server(0).keys("holdfast:red:*").isEmpty()
                    && five.server(4).keys("holdfast:red:*").isEmpty());
  }

  @Test
  void inspectNodes_held_tellsWhoHasItAtEach() throws Exception {
    try (Hold hold = here.locks().get("ab").acquire()) {
      assertThat(there.locks().get("ab").inspect().holder()).isPresent();
      within(Duration.ofSeconds(20)) // a late node joins with the next renewal
          .isTrue(
              "all have it",
              () ->
                  there.locks().inspectNodes("ab").stream()
                      .allMatch(node -> node.lock().orElseThrow().holder().isPresent()));
      assertThat(here.locks().inspectNodes("ab"))
          .allSatisfy(
              node -> assertThat(node.lock().orElseThrow().holder().orElseThrow().ours()).isTrue());
    }
  }

  @Test
  void connect_twoNodesAway_isOpenAndFindsThemLater() throws Exception {
    five.server(0).kill();
    five.server(4).kill();
    RedLockSettings settings = RedLockSettings.builder().quarantine(false).build();
    try (RedLocks locks =
        RedLocks.connect(
            settings, HoldfastSettings.defaults(), five.uris().toArray(String[]::new))) {
      DistributedLock lock = locks.get("ab");
      lock.lock();
      five.server(0).restart();
      five.server(4).restart();
      within(SOON)
          .isTrue(
              "all answer",
              () -> locks.inspectNodes("ab").stream().allMatch(node -> node.lock().isPresent()));
      lock.unlock();
    }
  }

  @Test
  @DisplayName("failure 95: a secret in a URI that cannot be read")
  void connect_malformedUri_tellsNothingOfIt() {
    assertThatThrownBy(
            () -> RedLocks.connect("redis://127.0.0.1:1", "redis://app:hush one@127.0.0.1:2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blank")
        .hasNoCause()
        .hasNoSuppressedExceptions()
        .hasMessageNotContaining("hush");
  }

  @Test
  @DisplayName("failure 96: a majority of the nodes cannot be reached")
  void connect_threeNodesAway_saysWhich() {
    five.server(0).kill();
    five.server(2).kill();
    five.server(4).kill();
    assertThatThrownBy(() -> RedLocks.connect(five.uris().toArray(String[]::new)))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("No majority of 5 nodes within 4000 ms")
        .hasMessageContaining(five.uris().get(2))
        .hasMessageMatching(".*not connected to \\[(redis:\\S+ \\(.*Connection re.*\\)(, )?){3}]");
  }

  /** Two command time-outs: one to connect, and one for the handshake. */
  @Test
  @DisplayName("failure 147: the nodes take longer to connect than a fixed limit allows")
  void connect_longCommandTimeout_waitsForTwoOfThem() {
    five.server(0).kill();
    five.server(2).kill();
    five.server(4).kill();
    HoldfastSettings patient =
        HoldfastSettings.builder()
            .commandTimeout(Duration.ofMillis(2600))
            .claimLease(Duration.ofMinutes(1))
            .build();
    assertThatThrownBy(
            () ->
                RedLocks.connect(
                    RedLockSettings.defaults(), patient, five.uris().toArray(String[]::new)))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("No majority of 5 nodes within 5200 ms");
  }

  @Test
  @DisplayName("failure 147: nodes accept a connection, and say nothing")
  void connect_threeNodesSilent_saysWhyOfEach() {
    List.of(0, 2, 4).forEach(i -> five.server(i).freeze());
    HoldfastSettings hurried =
        HoldfastSettings.builder().commandTimeout(Duration.ofMillis(500)).build();
    assertThatThrownBy(
            () ->
                RedLocks.connect(
                    RedLockSettings.defaults(), hurried, five.uris().toArray(String[]::new)))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("No majority of 5 nodes within 4000 ms")
        .hasMessageMatching(
            ".*not connected to \\[(redis:\\S+ \\((no answer|Connection init).+?\\)(, )?){3}]");
  }
}
