package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites of a semaphore share: the fixture, two clients that stand for two processes, a
 * third one that looks on, and a check of what a test has left behind.
 */
public abstract class SemaphoreSuite extends ContractWorld implements OfKind<SemaphoreFixture> {

  /** Some slices, and enough for a message to arrive: a waiter served wrongly would be served. */
  static final Duration SHORT = Duration.ofMillis(150);

  /**
   * The time in which {@linkplain #PATIENT patient} waiters, having asked after a slice, are quiet.
   */
  static final Duration WITHOUT_ASKING = AT_ONCE;

  /** A waiter asks again every third of its claim lease, which is longer than the tests wait. */
  static final ClientSpec PATIENT =
      ClientSpec.defaults()
          .pace(
              new ClientSpec.Pace(
                  Duration.ofMinutes(5), Duration.ofSeconds(3), Duration.ofSeconds(20)));

  /** How long the server may remember requests, and finished waits. */
  private static final long MEMORY_MILLIS = Duration.ofHours(25).toMillis();

  /** How many permits there are. */
  static final int PERMITS = 3;

  private SemaphoreFixture fixture;

  private SemaphoreClient client;

  /** The semaphore, of the client whose promises are tested. */
  DistributedSemaphore semaphore;

  /** The same, of another client. */
  DistributedSemaphore others;

  /** The same, of a client that never waits: it sees what the server has. */
  DistributedSemaphore watcher;

  @BeforeEach
  void openWorld(TestServer server) {
    fixture = fixture(server);
    client = open(spec());
    semaphore = of(client);
    others = of(open(ClientSpec.defaults().label("other")));
    watcher = of(open(ClientSpec.defaults().label("watcher")));
  }

  /** Replaces the client behind {@link #semaphore} by another; closing it waits for its retries. */
  final void renewClient() {
    renewClient(spec());
  }

  /** As {@link #renewClient()}, by one of these settings. */
  final void renewClient(ClientSpec spec) {
    client.close();
    client = open(spec);
    semaphore = of(client);
  }

  /** The settings of the client behind {@link #semaphore}. */
  ClientSpec spec() {
    return ClientSpec.defaults().label("first");
  }

  /** An idle, deleted semaphore leaves nothing that stays. */
  @AfterEach
  void closeWorld() {
    endAll();
    if (fixture.servers().isEmpty()) {
      return;
    }
    try (SemaphoreClient client = fixture.open(ClientSpec.defaults().label("observer"))) {
      DistributedSemaphore observer = of(client);
      eventually().expect("nobody waits", observer::getQueueLength, n -> n == 0);
      observer.delete();
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

  final SemaphoreFixture fixture() {
    return fixture;
  }

  final boolean isFair() {
    return fixture.isFair();
  }

  /** A client that is closed when the test is over. */
  final SemaphoreClient open(ClientSpec spec) {
    SemaphoreClient client = fixture.open(refined(spec));
    closeInTheEnd(client::close);
    return client;
  }

  /** Adapts the settings of a client: by default nothing happens by time. */
  ClientSpec refined(ClientSpec spec) {
    return spec.calm();
  }

  /** The semaphore of this test, of this client. */
  final DistributedSemaphore of(SemaphoreClient client) {
    return client.semaphore(name, PERMITS, fixture.isFair());
  }

  /** The semaphore of this test, of one more client. */
  final DistributedSemaphore another() {
    return of(open(ClientSpec.defaults()));
  }

  /** The semaphore of this test, of one more client, that does not ask again by itself. */
  final DistributedSemaphore anotherPatient() {
    return of(open(PATIENT));
  }

  /** Begins a call that has to wait, of a client without waiters; it is queued on return. */
  final CompletableFuture<@Nullable Void> queue(String who, TestThreads.Body waits) {
    int before = watcher.getQueueLength();
    CompletableFuture<@Nullable Void> waiting = actor(who).starts(waits);
    awaitQueueLength(before + 1);
    return waiting;
  }

  /** Waits until the server has this many in its queue. */
  final void awaitQueueLength(int length) {
    eventually().expect("queue length " + length, watcher::getQueueLength, n -> n == length);
  }

  /** Waits until the waiters have asked again after a slice, and will not ask for a while. */
  static void awaitQuiet() {
    stays(SHORT, "nothing happens", () -> true);
  }

  /** Waits until this many permits are free. */
  final void awaitAvailable(int permits) {
    eventually().expect(permits + " available", watcher::availablePermits, n -> n == permits);
  }

  /** As {@link #awaitAvailable(int)}, with a long limit. */
  final void awaitAvailable(int permits, Duration limit) {
    within(limit).expect(permits + " available", watcher::availablePermits, n -> n == permits);
  }

  /**
   * Waits until this many permits are free, and stay so: a change that was not answered in time is
   * repeated in the background.
   */
  final void settlesAt(int permits, Duration limit) {
    within(limit)
        .expect(permits + " available for a while", this::seenInAWhile, Set.of(permits)::equals);
  }

  private Set<Integer> seenInAWhile() {
    Set<Integer> seen = new TreeSet<>();
    stays(
        SHORT,
        "looked at",
        () -> {
          seen.add(watcher.availablePermits());
          return true;
        });
    return seen;
  }

  /** Asserts that this many permits stay free. */
  final void staysAvailable(int permits) {
    stays(SHORT, permits + " available", () -> watcher.availablePermits() == permits);
  }

  /** Script calls that the servers have executed. */
  final long scriptCalls() {
    return scriptCalls(fixture.servers());
  }
}
