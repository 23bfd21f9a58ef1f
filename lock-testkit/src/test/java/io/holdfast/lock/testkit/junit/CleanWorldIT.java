package io.holdfast.lock.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.TestExecutionResult;

class CleanWorldIT {

  private static final Collection<AutoCloseable> OPEN = new CopyOnWriteArrayList<>();
  private static final List<String> WAITERS = new CopyOnWriteArrayList<>();

  @AfterEach
  void closeWhatTheInnerTestsLeft() throws Exception {
    for (AutoCloseable resource : OPEN) {
      resource.close();
    }
    OPEN.clear();
    WAITERS.clear();
  }

  /** Every test is named after what it leaves behind. */
  @ExtendWith(RedisServerExtension.class)
  static class Untidy {

    @RegisterExtension
    static final CleanWorld CLEAN =
        CleanWorld.ofSharedServer()
            .keys("lock:*")
            .exceptKeys("lock:.*:token")
            .threads("leaky-")
            .also("waiters", () -> WAITERS)
            .patience(Duration.ofMillis(200));

    @BeforeEach
    void noWaiters() {
      WAITERS.clear();
    }

    @Test
    void nothing(TestServer server) {
      server.admin().text("SET", "lock:a:token", "1");
      server.admin().text("SET", "other", "1");
    }

    @Test
    void goesInTheBackground(TestServer server) {
      server.admin().text("SET", "lock:brief", "1", "PX", "50");
    }

    @Test
    void key(TestServer server) {
      server.admin().text("SET", "lock:a", "1");
    }

    @Test
    void connection(TestServer server) {
      OPEN.add(RespClient.connect(server.uri()));
    }

    @Test
    void channel(TestServer server) {
      OPEN.add(RespSubscriber.channels(server.uri(), "inbox"));
    }

    @Test
    void pattern(TestServer server) {
      OPEN.add(RespSubscriber.patterns(server.uri(), "in*"));
    }

    @Test
    void thread() {
      CountDownLatch end = new CountDownLatch(1);
      OPEN.add(end::countDown);
      Thread thread =
          new Thread(
              () -> {
                try {
                  end.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              "leaky-1");
      thread.start();
    }

    @Test
    void waiters() {
      WAITERS.add("a1:17");
    }
  }

  @Test
  void afterEach_whatIsLeftBehind_failsTheTest() {
    var events = Inner.run(Untidy.class);

    List<String> failures = new ArrayList<>();
    events.failed().stream()
        .forEach(
            event -> {
              Throwable thrown =
                  event.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
              failures.add(event.getTestDescriptor().getDisplayName() + " " + thrown.getMessage());
            });
    assertThat(events.succeeded().stream().map(event -> event.getTestDescriptor().getDisplayName()))
        .containsExactlyInAnyOrder("nothing(TestServer)", "goesInTheBackground(TestServer)");
    assertThat(failures)
        .hasSize(6)
        .allMatch(failure -> failure.contains("expected nothing left behind by"))
        .anyMatch(failure -> failure.startsWith("key(") && failure.contains("keys: [lock:a]"))
        .anyMatch(failure -> failure.startsWith("connection(") && failure.contains("connections: "))
        .anyMatch(
            failure -> failure.startsWith("channel(") && failure.contains("channels: [inbox]"))
        .anyMatch(
            failure ->
                failure.startsWith("pattern(") && failure.contains("patterns: 1 instead of 0"))
        .anyMatch(failure -> failure.startsWith("thread(") && failure.contains("leaky-1"))
        .anyMatch(
            failure -> failure.startsWith("waiters(") && failure.contains("waiters: [a1:17]"));
  }
}
