package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Lease;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A quorum of the clients of given locks. */
@ExtendWith(RedisServerExtension.class)
class RedLockIT {

  private static final RedLockSettings SETTINGS =
      RedLockSettings.builder().quarantine(false).build();

  private HoldfastClient a;
  private HoldfastClient b;
  private HoldfastClient c;

  @BeforeEach
  void open(@FreshServer(masters = 3) Masters three) {
    a = HoldfastClient.connect(three.uris().get(0));
    b = HoldfastClient.connect(three.uris().get(1));
    c = HoldfastClient.connect(three.uris().get(2));
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    c.close();
  }

  private DistributedLock quorum(String name) {
    return RedLock.of(SETTINGS, a.lock(name), b.lock(name), c.lock(name));
  }

  @Test
  void of_locksOfThreeClients_isOneLockOfTheirQuorum() {
    DistributedLock lock = quorum("ab");
    lock.lock();
    assertThat(quorum("ab").isHeldByCurrentThread()).isTrue();
    assertThat(a.lock("ab").isLocked()).isFalse();
    try (RedLocks others = new RedLocks(SETTINGS, a, b, c)) {
      assertThat(others.get("ab").tryLock()).isFalse();
      lock.unlock();
      assertThat(others.get("ab").tryLock()).isTrue();
      others.get("ab").unlock();
    }
  }

  @Test
  void of_firstClientClosed_endsWithIt() {
    DistributedLock lock = quorum("ab");
    a.close();
    assertThatThrownBy(lock::lock).isInstanceOf(ClientClosedException.class);
  }

  @Test
  void of_aClientClosed_leavesNothingAtTheOthers() {
    DistributedLock lock = quorum("ab");
    List<QuorumMember> members = Stream.of(a, b, c).map(RedLockIT::member).toList();
    String quorum = RedLock.quorum(SETTINGS, members);
    assertThat(isAttached(members.get(0), quorum)).isTrue();
    assertThat(isAttached(members.get(2), quorum)).isTrue();
    b.close();
    assertThat(isAttached(members.get(0), quorum)).isFalse();
    assertThat(isAttached(members.get(2), quorum)).isFalse();
    assertThatThrownBy(quorum("ab")::lock).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(lock::lock).isInstanceOf(ClientClosedException.class);
    assertThat(isAttached(members.get(0), quorum)).as("as b is closed").isFalse();
    assertThat(isAttached(members.get(2), quorum)).as("as b is closed").isFalse();
  }

  /** The second closer does not need the client any more, but the first one does. */
  @Test
  void close_twoClientsAtOnce_leavesNothing(
      @FreshServer(value = "three", masters = 3) Masters three) throws Exception {
    RedLockSettings settings =
        RedLockSettings.builder().maxLease(RedLockSuite.LEASE).quarantine(false).build();
    HoldfastSettings patient =
        HoldfastSettings.builder()
            .claimLease(Duration.ofMinutes(5))
            .commandTimeout(RedLockSuite.SOON)
            .build();
    LuaScript release = QuorumParts.SCRIPTS.release();
    try (TestThreads threads = TestThreads.open();
        HoldfastClient first = HoldfastClient.connect(patient, three.uris().get(0));
        HoldfastClient second = HoldfastClient.connect(patient, three.uris().get(1));
        HoldfastClient third = HoldfastClient.connect(patient, three.uris().get(2))) {
      RedLock.of(settings, first.lock("ab"), second.lock("ab"), third.lock("ab"))
          .acquire(AcquireOptions.defaults().lease(Lease.fixed(RedLockSuite.LEASE)));
      three.servers().forEach(node -> RedLockSuite.awaitHeld(RedLockSuite.SOON, node, "ab"));
      Rule held = three.proxy(1).when(Command.script(release.text(), release.sha1())).holdCommand();
      CompletableFuture<Void> firstEnd = closing(threads, first);
      held.awaitFired(RedLockSuite.SOON);
      CompletableFuture<Void> secondEnd = closing(threads, second);
      RedLock.of(settings, first.lock("ab"), second.lock("ab"), third.lock("ab")); // waits for none
      stays(
          Duration.ofMillis(300),
          "neither is closed",
          () -> !firstEnd.isDone() && !secondEnd.isDone());
      held.release();
      assertThat(firstEnd).succeedsWithin(RedLockSuite.SOON);
      assertThat(secondEnd).succeedsWithin(RedLockSuite.SOON);
      three.servers().forEach(node -> RedLockSuite.awaitFree(RedLockSuite.SOON, node, "ab"));
    }
  }

  private static CompletableFuture<Void> closing(TestThreads threads, HoldfastClient client) {
    return threads.call(
        "closes",
        () -> {
          client.close();
          return null;
        });
  }

  private static QuorumMember member(HoldfastClient client) {
    return QuorumMember.of(client, QuorumParts.KIND, QuorumParts.SCRIPTS);
  }

  private static boolean isAttached(QuorumMember member, String quorum) {
    AutoCloseable probe = () -> {};
    boolean isAttached = !member.attached(quorum, AutoCloseable.class, () -> probe).equals(probe);
    member.detach(quorum, probe);
    return isAttached;
  }

  @Test
  void of_locksThatMakeNoQuorum_saysWhy() {
    assertThatThrownBy(RedLock::of)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 locks");
    assertThatThrownBy(() -> RedLock.of(a.lock("ab"), b.lock("cd")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'ab', 'cd'");
    assertThatThrownBy(() -> RedLock.of(a.lock("ab"), a.lock("ab")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("of one client");
    assertThatThrownBy(() -> RedLock.of(quorum("ab"), b.lock("ab")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a client of one server");
  }
}
