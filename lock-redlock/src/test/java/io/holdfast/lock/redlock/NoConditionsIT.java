package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The one thing of a lock that a quorum does not have. */
@ExtendWith(RedisServerExtension.class)
class NoConditionsIT {

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
}
