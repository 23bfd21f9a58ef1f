package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.RequestEvent;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What observers of requests hear. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class RequestObserverIT {

  private final List<RequestEvent> told = new CopyOnWriteArrayList<>();

  private HoldfastClient connect(TestServer server) {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .clientLabel("observed")
            .lease(Duration.ofMinutes(10))
            .requestObserver(told::add)
            .requestObserver(
                event -> {
                  throw new IllegalStateException("careless");
                })
            .build();
    return HoldfastClient.connect(settings, server.uri());
  }

  private List<RequestEvent> of(String script) {
    return told.stream().filter(event -> event.script().equals(script)).toList();
  }

  @Test
  void lockAndUnlock_oneRequestEach(TestServer server) {
    try (HoldfastClient client = connect(server)) {
      DistributedLock lock = client.lock("requests");
      lock.lock();
      lock.unlock();
      lock.lock();
      lock.unlock();

      assertThat(of("acquire")).hasSize(2);
      assertThat(of("end_thin")).as("nobody waited").hasSize(2);
      assertThat(told).hasSize(4);
      assertThat(told)
          .allSatisfy(
              event -> {
                assertThat(event.outcome()).isEqualTo(RequestEvent.Outcome.OK);
                assertThat(event.clientLabel()).isEqualTo("observed");
                assertThat(event.took()).isPositive().isLessThan(Duration.ofMinutes(1));
              });
    }
  }

  /**
   * A request to acquire keeps its order: the client does not resend it behind others, but asks
   * anew.
   */
  @Test
  void lock_serverForgotItsScripts_isRefusedAndAskedAnew(TestServer server) {
    try (HoldfastClient client = connect(server)) {
      DistributedLock lock = client.lock("requests");
      lock.lock();
      lock.unlock();
      server.admin().command("SCRIPT", "FLUSH");

      lock.lock();
      lock.unlock();

      assertThat(of("acquire"))
          .extracting(RequestEvent::outcome)
          .containsExactly(
              RequestEvent.Outcome.OK, RequestEvent.Outcome.REFUSED, RequestEvent.Outcome.OK);
    }
  }

  @Test
  void lock_keyHoldsSomethingElse_isRefused(TestServer server) {
    try (HoldfastClient client = connect(server)) {
      server.admin().command("SET", "holdfast:lock:{requests}", "foreign");

      assertThatThrownBy(() -> client.lock("requests").lock())
          .isInstanceOf(LockServerException.class);

      assertThat(of("acquire"))
          .extracting(RequestEvent::outcome)
          .contains(RequestEvent.Outcome.REFUSED);
    }
  }

  @Test
  void tryLock_serverDoesNotAnswer_isUnknown(@FreshServer RedisServer server) {
    try (HoldfastClient client = connect(server)) {
      DistributedLock lock = client.lock("requests");
      server.freeze();
      try {
        assertThatThrownBy(lock::tryLock).isInstanceOf(LockServerException.class);
      } finally {
        server.thaw();
      }

      assertThat(of("acquire"))
          .extracting(RequestEvent::outcome)
          .contains(RequestEvent.Outcome.UNKNOWN);
    }
  }

  @Test
  void tryLock_serverIsAway_isRefused(@FreshServer RedisServer server) {
    try (HoldfastClient client = connect(server)) {
      server.kill();
      eventually().isTrue("it is known", () -> !client.status().commands().isUp());
      told.clear();

      assertThatThrownBy(client.lock("requests")::tryLock).isInstanceOf(LockServerException.class);

      assertThat(of("acquire"))
          .isNotEmpty()
          .extracting(RequestEvent::outcome)
          .containsOnly(RequestEvent.Outcome.REFUSED);
    }
  }

  @Test
  void acquire_confirmedByReplicas_requestsBehindItAreToldToo(TestServer server) {
    try (HoldfastClient client = connect(server)) {
      AcquireOptions confirmed = AcquireOptions.defaults().confirmedBy(1, Duration.ofMillis(10));
      assertThatThrownBy(() -> client.lock("requests").acquire(confirmed))
          .isInstanceOf(LockServerException.class);

      eventually().isTrue("the mark is told", () -> of("mark").size() == 1);
    }
  }
}
