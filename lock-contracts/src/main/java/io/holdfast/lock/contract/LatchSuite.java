package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites of a latch share: the fixture, two clients that stand for two processes, a third
 * one that looks on, and a check of what a test has left behind.
 */
public abstract class LatchSuite extends ContractWorld implements OfKind<LatchFixture> {

  /**
   * Some slices, and enough for a message to arrive: a waiter that wrongly goes on does so within
   * it.
   */
  static final Duration SHORT = Duration.ofMillis(150);

  /** How long the server may remember requests, and finished waits. */
  private static final long MEMORY_MILLIS = Duration.ofHours(25).toMillis();

  /** The initial count. */
  static final int COUNT = 2;

  private LatchFixture fixture;

  private LatchClient client;

  /** The latch, of the client whose promises are tested. */
  DistributedCountDownLatch latch;

  /** The same, of another client. */
  DistributedCountDownLatch others;

  /** The same, of a client that never waits. */
  DistributedCountDownLatch watcher;

  @BeforeEach
  void openWorld(TestServer server) {
    fixture = fixture(server);
    client = open(spec());
    latch = of(client);
    others = of(open(ClientSpec.defaults().label("other")));
    watcher = of(open(ClientSpec.defaults().label("watcher")));
  }

  /** Replaces the client behind {@link #latch} by another; closing it waits for its retries. */
  final void renewClient() {
    client.close();
    client = open(spec());
    latch = of(client);
  }

  /** The settings of the client behind {@link #latch}. */
  ClientSpec spec() {
    return ClientSpec.defaults().label("first");
  }

  /** A deleted latch leaves nothing that stays. */
  @AfterEach
  void closeWorld() {
    endAll();
    if (fixture.servers().isEmpty()) {
      return;
    }
    try (LatchClient observer = fixture.open(ClientSpec.defaults().label("observer"))) {
      of(observer).delete();
    }
    assertDeleted();
  }

  /** Asserts that nothing is left except what the server forgets by itself soon. */
  final void assertDeleted() {
    for (TestServer server : fixture.servers()) {
      for (String key : server.keys(fixture.keyPattern(name))) {
        assertThat(server.admin().number("PTTL", key)).as(key).isBetween(0L, MEMORY_MILLIS);
      }
    }
  }

  /** The keys of the latch at the servers. */
  final List<String> keys() {
    return fixture.servers().stream()
        .flatMap(server -> server.keys(fixture.keyPattern(name)).stream())
        .toList();
  }

  final LatchFixture fixture() {
    return fixture;
  }

  /** A client that is closed when the test is over. */
  final LatchClient open(ClientSpec spec) {
    LatchClient client = fixture.open(refined(spec));
    closeInTheEnd(client::close);
    return client;
  }

  /** Adapts the settings of a client: by default nothing happens by time. */
  ClientSpec refined(ClientSpec spec) {
    return spec.calm();
  }

  /** The latch of this test, of this client. */
  final DistributedCountDownLatch of(LatchClient client) {
    return client.latch(name, COUNT);
  }

  /**
   * The latch of this test, of one more client, that does not ask again as long as a test lasts.
   */
  final DistributedCountDownLatch anotherThatAsksOnce() {
    return of(
        open(
            ClientSpec.defaults()
                .pace(
                    new ClientSpec.Pace(
                        Duration.ofMinutes(5), Duration.ofSeconds(3), Duration.ofSeconds(20)))));
  }

  /** The latch of this test, of one more client. */
  final DistributedCountDownLatch another() {
    return of(open(ClientSpec.defaults()));
  }

  /** A thread that begins to wait; it is parked on return. */
  final CompletableFuture<@Nullable Void> parked(String who, TestThreads.Body waits) {
    Actor actor = actor(who);
    CompletableFuture<@Nullable Void> waiting = actor.starts(waits);
    actor.awaitParked(waiting);
    stays(Duration.ofMillis(30), who + " waits", () -> !waiting.isDone());
    return waiting;
  }

  /** Asserts that the count is this, and stays so. */
  final void staysAt(long count) {
    stays(SHORT, "count " + count, () -> watcher.getCount() == count);
  }

  /** Waits until the count is this. */
  final void awaitCount(long count) {
    Eventually.eventually().expect("count " + count, watcher::getCount, left -> left == count);
  }

  final void assertCount(long count) {
    assertThat(watcher.getCount()).isEqualTo(count);
  }

  /** Script calls that the servers have executed. */
  final long scriptCalls() {
    return scriptCalls(fixture.servers());
  }
}
