package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Methods of a lock that a quorum does not support. */
@ExtendWith(RedisServerExtension.class)
class RedUnsupportedIT {

  private Quorums quorum;
  private DistributedLock lock;

  @BeforeEach
  void open(TestServer server) {
    quorum = Quorums.open(List.of(server.uri()));
    lock = quorum.locks().get("ab");
  }

  @AfterEach
  void close() {
    quorum.close();
  }

  @Test
  void newCondition_always_isRefused() {
    assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void newCondition_named_isRefused() {
    assertThatThrownBy(() -> lock.newCondition("c"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void newCondition_held_isRefusedAndTheHoldStays() {
    lock.lock();
    try {
      assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
    } finally {
      lock.unlock(); // throws if it is not held any more
    }
  }

  @Test
  void releaseAfter_held_isRefusedAndTheHoldStays() throws Exception {
    try (Hold hold = lock.acquire()) {
      assertThatThrownBy(() -> hold.releaseAfter(Duration.ofSeconds(1)))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void acquire_confirmedByReplicas_isRefused() {
    AcquireOptions confirmed = AcquireOptions.defaults().confirmedBy(1, Duration.ofSeconds(1));
    assertThatThrownBy(() -> lock.acquire(confirmed))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> lock.acquireAsync(confirmed))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(lock.isLocked()).isFalse();
  }
}
