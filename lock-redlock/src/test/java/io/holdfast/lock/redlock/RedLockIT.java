package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.topology.Masters;
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
