package io.holdfast.spring.boot.test;

import static io.holdfast.spring.boot.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.local.LocalLocks;
import io.holdfast.spring.CurrentHold;
import io.holdfast.spring.HoldTemplate;
import io.holdfast.spring.LockNotObtainedException;
import io.holdfast.spring.Locked;
import io.holdfast.spring.LocksOfKinds;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** A test of an application whose locks are in the JVM, as users write it. */
@SpringBootTest(properties = "holdfast.url=redis://nowhere.invalid:1")
@AutoConfigureHoldfast(server = AutoConfigureHoldfast.Server.LOCAL)
@Import(LocalServerTest.Orders.class)
class LocalServerTest {

  /** The application under test. */
  static class Orders {

    @Locked(value = "order:#{#p0}", waitAtMost = "0")
    public long fulfil(long id) {
      assertThatLock("order:" + id).isHeld();
      return CurrentHold.token();
    }

    @Locked(value = "order:#{#p0}", kind = LockKind.FAIR, waitAtMost = "0")
    public long fulfilInOrder(long id) {
      return CurrentHold.token();
    }
  }

  /** What cannot work. */
  static class Readers {

    @Locked(value = "report", kind = LockKind.READ)
    public void read() {}
  }

  @Autowired Orders orders;
  @Autowired Locks locks;
  @Autowired LocalLocks local;

  @Test
  void locked_free_holdsTheLockAndReleasesIt() {
    long first = orders.fulfil(42);
    assertThat(orders.fulfil(42)).isGreaterThan(first);
    assertThatLock("order:42").isFree();
  }

  @Test
  void locked_heldByAnotherInstance_isRefused() throws Exception {
    try (Hold hold = local.client("other").get("order:43").acquire()) {
      assertThatLock("order:43").isHeld().hasQueueLength(0);
      assertThatThrownBy(() -> orders.fulfil(43)).isInstanceOf(LockNotObtainedException.class);
      assertThat(orders.fulfilInOrder(43)).as("that of another kind is free").isPositive();
      assertThatThrownBy(() -> assertThatLock("order:43").isFree())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("other")
          .hasMessageContaining("token " + hold.token());
    }
  }

  @Test
  void beans_local_areTheLocksAndNoClient(
      @Autowired ObjectProvider<HoldfastClient> client,
      @Autowired ObjectProvider<HoldTemplate> template) {
    assertThat(client.getIfAvailable()).isNull();
    assertThat(template.getIfAvailable()).isNotNull();
    assertThat(locks).isSameAs(local);
  }

  private static ConfigurableApplicationContext start(Class<?>... more) {
    return new SpringApplicationBuilder(TestApplication.class)
        .sources(more)
        .web(WebApplicationType.NONE)
        .initializers(
            context ->
                new HoldfastContextCustomizer(AutoConfigureHoldfast.Server.LOCAL)
                    .customizeContext(context, null))
        .run();
  }

  @Test
  void start_kindThatIsNotThere_failsAndSaysWhichAre() {
    assertThatThrownBy(() -> start(Readers.class))
        .hasStackTraceContaining("kind READ")
        .hasStackTraceContaining("PLAIN and FAIR");
  }

  @Test
  void context_closed_closesTheLocks() {
    LocalLocks closed;
    Locks fair;
    try (ConfigurableApplicationContext context = start()) {
      closed = context.getBean(LocalLocks.class);
      assertThat(closed).isNotSameAs(local);
      fair = context.getBean(LocksOfKinds.class).of(LockKind.FAIR, Optional.empty());
    }
    for (Locks each : List.of(closed, fair)) {
      assertThatThrownBy(() -> each.get("order:44").tryLock())
          .isInstanceOf(ClientClosedException.class);
    }
  }
}
