package io.holdfast.spring.boot.test;

import static io.holdfast.spring.boot.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.TestContextManager;

/** A test of an application, as users write it. Properties that name servers do not count. */
@SpringBootTest(properties = "holdfast.url=redis://nowhere.invalid:1")
@AutoConfigureHoldfast
class EmbeddedServerIT {

  @Autowired HoldfastClient client;

  @Test
  void assertThatLock_heldAndFree_tells() throws Exception {
    try (Hold hold = client.lock("order:42").acquire()) {
      assertThatLock("order:42").isHeld().hasQueueLength(0);
      assertThatThrownBy(() -> assertThatLock("order:42").isFree())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("order:42")
          .hasMessageContaining("token " + hold.token());
    }
    assertThatLock("order:42").isFree();
    assertThatThrownBy(() -> assertThatLock("order:42").isHeld())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("to be held, but it is free");
  }

  @Test
  void assertThatLock_wrongQueueLength_tells() {
    assertThatThrownBy(() -> assertThatLock("order:43").hasQueueLength(1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("but 0 do");
  }

  @Test
  void client_contextIsItsOwn_hasItsOwnPrefix() {
    assertThat(client.status().keyPrefix())
        .startsWith("test-" + ProcessHandle.current().pid() + "-");
  }

  /** A test whose application has a context of its own. */
  @SpringBootTest(properties = "another=context")
  @AutoConfigureHoldfast
  static class AnotherTest {}

  @Test
  void lock_ofTheSameNameInAnotherContext_isAnother() throws Exception {
    HoldfastClient another =
        new TestContextManager(AnotherTest.class)
            .getTestContext()
            .getApplicationContext()
            .getBean(HoldfastClient.class);
    assertThat(another.status().server()).isEqualTo(client.status().server());
    try (Hold hold = client.lock("order:44").acquire();
        Hold other = another.lock("order:44").tryAcquire(Duration.ZERO).orElseThrow()) {
      assertThat(hold.isValid()).isTrue();
      assertThat(other.isValid()).isTrue();
    }
  }
}
