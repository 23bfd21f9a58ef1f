package io.holdfast.lock.testkit.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.CleanWorld;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the suites share: the fixture, two clients that stand for two processes, threads that own
 * locks, and a look at what a test has left behind.
 */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
public abstract class ContractSuite {

  /** A lease short enough for a test to see it end, and to outlive a machine's pause of 2 s. */
  static final Duration SHORT_LEASE = Duration.ofSeconds(3);

  /** Longer than a short lease: what is held for so long was renewed. */
  static final Duration BEYOND_SHORT_LEASE = Duration.ofSeconds(4);

  /** Enough for what is late, or too much, to show itself. */
  static final Duration A_WHILE = Duration.ofMillis(800);

  /** For what must come; it costs nothing when all is well. */
  static final Duration LIMIT = Duration.ofMinutes(1);

  /** What a slow machine may be late by where two times are compared. */
  static final Duration AT_ONCE = Duration.ofSeconds(10);

  /** Bounds what the server may keep of a lock that nobody uses. */
  private static final long LONGEST_RETENTION_MILLIS = Duration.ofHours(25).toMillis();

  @RegisterExtension
  static final CleanWorld CLEAN = CleanWorld.ofSharedServer().threads("holdfast-").threads("test-");

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final List<LockClient> clients = new CopyOnWriteArrayList<>();
  private final List<Actor> actors = new CopyOnWriteArrayList<>();
  private final TestThreads threads = TestThreads.open();
  private LockFixture fixture;

  /** The name of the lock of this test. */
  final String name = "contract-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();

  /** The lock, of the client whose promises are looked at. */
  DistributedLock lock;

  /** The same lock, of another client. */
  DistributedLock others;

  /**
   * The kind of lock that claims this contract.
   *
   * @param server a server that the test has for itself
   */
  protected abstract LockFixture fixture(TestServer server);

  @BeforeEach
  void openWorld(TestServer server) {
    fixture = fixture(server);
    lock = open(spec()).lock(name);
    others = open(ClientSpec.defaults().label("other")).lock(name);
  }

  /** What the client behind {@link #lock} is like. */
  ClientSpec spec() {
    return ClientSpec.defaults().label("first");
  }

  @AfterEach
  void closeWorld() {
    actors.forEach(Actor::dismiss);
    clients.forEach(LockClient::close);
    threads.close();
    for (TestServer server : fixture.servers()) {
      eventually()
          .expect("nobody holds", () -> server.keys(fixture.holderPattern()), List::isEmpty);
      for (String key : fixture.keys(name)) {
        // -2: there is no such key
        assertThat(server.admin().number("PTTL", key))
            .as("milliseconds after which the server forgets %s", key)
            .satisfiesAnyOf(
                millis -> assertThat(millis).isEqualTo(-2),
                millis -> assertThat(millis).isBetween(0L, LONGEST_RETENTION_MILLIS));
      }
    }
  }

  final LockFixture fixture() {
    return fixture;
  }

  final TestThreads threads() {
    return threads;
  }

  /** A client that is closed when the test is over. */
  final LockClient open(ClientSpec spec) {
    LockClient client = fixture.open(spec);
    clients.add(client);
    return client;
  }

  /** A thread that ends when the test is over. */
  final Actor actor(String actorName) {
    Actor actor = new Actor(threads, actorName);
    actors.add(actor);
    return actor;
  }

  /** A thread that holds the lock by this view. */
  final Actor holderOf(DistributedLock view) {
    Actor holder = actor("holder");
    holder.does(view::lock);
    return holder;
  }

  /** Waits until so many wait for the lock at the server. */
  final void awaitQueueLength(int length) {
    eventually()
        .expect("queue length " + length, () -> others.inspect().queueLength(), n -> n == length);
  }

  /** Asserts that nobody holds the lock nor waits for it, now or very soon. */
  final void awaitFreeAndUnwanted() {
    eventually()
        .expect(
            "nobody holds or waits",
            others::inspect,
            state -> state.holder().isEmpty() && state.queueLength() == 0);
  }

  /** Asserts that the condition is true all the time. */
  static void stays(Duration time, String expectation, Callable<Boolean> condition) {
    long start = System.nanoTime();
    Eventually.within(time.plus(LIMIT))
        .isTrue(
            expectation + " for " + time.toMillis() + " ms",
            () -> {
              assertThat(condition.call()).as(expectation).isTrue();
              return System.nanoTime() - start >= time.toNanos();
            });
  }

  /** Script calls that the servers have executed. */
  final long scriptCalls() {
    return fixture.servers().stream()
        .map(TestServer::commandCalls)
        .mapToLong(calls -> calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L))
        .sum();
  }
}
