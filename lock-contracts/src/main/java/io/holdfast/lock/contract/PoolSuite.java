package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.PoolClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites of a pool of permits share: the fixture, two clients that stand for two
 * processes, and a count of the permits after each test: none is lost, none invented.
 */
public abstract class PoolSuite extends ContractWorld implements OfKind<PoolFixture> {

  /** How many permits the pool of a test has, if the test does not change it. */
  static final int SIZE = 4;

  /** Some slices, and enough for a message to arrive: a waiter let in wrongly would be in. */
  static final Duration SHORT = Duration.ofMillis(150);

  /** A queued waiter asks once more after the slice, which is 5 ms. */
  private static final Duration SLICE = Duration.ofMillis(30);

  /**
   * A waiter asks again every third of its claim lease, which is longer than the tests wait: so it
   * learns only by messages.
   */
  static final ClientSpec PATIENT =
      ClientSpec.defaults()
          .pace(
              new ClientSpec.Pace(
                  Duration.ofMinutes(5), Duration.ofSeconds(3), Duration.ofSeconds(20)));

  private PoolFixture fixture;

  private PoolClient client;

  /** The pool, of the client whose promises are tested. */
  PermitPool pool;

  /** The same pool, of another client. */
  PermitPool others;

  @BeforeEach
  void openWorld(TestServer server) {
    fixture = fixture(server);
    client = open(spec());
    pool = client.pool(name, SIZE);
    others = open(othersSpec()).pool(name, SIZE);
  }

  /** Replaces the client behind {@link #pool} by another; closing it waits for its retries. */
  final void renewClient(ClientSpec spec) {
    client.close();
    client = open(spec);
    pool = client.pool(name, SIZE);
  }

  /** The settings of the client behind {@link #pool}. */
  ClientSpec spec() {
    return PATIENT.label("first");
  }

  /** The settings of the client behind {@link #others}. */
  ClientSpec othersSpec() {
    return PATIENT.label("other");
  }

  @AfterEach
  void closeWorld() {
    endAll();
    try (PoolClient observer = fixture.open(ClientSpec.defaults().label("observer"))) {
      PermitPool left = observer.pool(name, SIZE);
      awaitIdle(left);
      int size = left.inspect().size();
      if (size > 0) {
        assertExactly(size, observer.pool(name, size));
      }
      left.reset();
    }
    PoolKeys keys = fixture.keys(name);
    assertThat(fixture.server().admin().number("EXISTS", keys.size(), keys.entries()))
        .as("what is left of a pool that was reset")
        .isZero();
    assertForgotten(fixture.server(), keys.all());
  }

  final PoolFixture fixture() {
    return fixture;
  }

  /** A client that is closed when the test is over. */
  final PoolClient open(ClientSpec spec) {
    PoolClient client = fixture.open(refined(spec));
    closeInTheEnd(client::close);
    return client;
  }

  /** Adapts the settings of a client: by default nothing happens by time. */
  ClientSpec refined(ClientSpec spec) {
    return spec.calm();
  }

  /** The pool of this test, of one more client. */
  final PermitPool another() {
    return open(PATIENT).pool(name, SIZE);
  }

  /** Begins to acquire what others have; is queued at the server, and at rest, on return. */
  final CompletableFuture<Permit> queue(PermitPool asked, int permits) {
    return queue(asked, permits, AcquireOptions.defaults());
  }

  /** Begins to acquire what others have; is queued at the server, and at rest, on return. */
  final CompletableFuture<Permit> queue(PermitPool asked, int permits, AcquireOptions options) {
    int before = others.inspect().queueLength();
    CompletableFuture<Permit> waiting = asked.acquireAsync(permits, options);
    awaitQueueLength(before + 1);
    stays(SLICE, "it asks a second time", () -> true);
    return waiting;
  }

  /** Waits until this many wait at the server. */
  final void awaitQueueLength(int length) {
    eventually().expect("queue", others::inspect, state -> state.queueLength() == length);
  }

  /** How many permits are out, as another client sees it. */
  final int out() {
    PoolInspection state = others.inspect();
    return state.size() - state.available();
  }

  /** Asserts that nobody has permits or waits for some, now or very soon. */
  final void awaitIdle() {
    awaitIdle(others);
  }

  private static void awaitIdle(PermitPool asked) {
    eventually()
        .expect(
            "nobody has permits or waits",
            asked::inspect,
            state -> state.holders().isEmpty() && state.queueLength() == 0);
  }

  /** Asserts that exactly this many permits are free at once. */
  static void assertExactly(int count, PermitPool idle) {
    Optional<Permit> all = idle.tryAcquire(count);
    assertThat(all).as("%s permits of an idle pool", count).isPresent();
    assertThat(idle.tryAcquire()).as("one that there is not").isEmpty();
    all.orElseThrow().close();
  }

  /** Releases the permits that the future has, or will have. */
  static void closeAll(List<CompletableFuture<Permit>> acquiring) {
    acquiring.forEach(one -> Actor.succeeds(one).close());
  }

  /** Script calls that the server has executed. */
  final long scriptCalls() {
    return scriptCalls(List.of(fixture.server()));
  }

  /** Messages that the server was told to send. */
  final long messages() {
    return fixture.server().commandCalls().getOrDefault("publish", 0L);
  }
}
