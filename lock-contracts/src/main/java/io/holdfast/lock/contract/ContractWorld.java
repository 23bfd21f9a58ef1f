package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.CleanWorld;
import io.holdfast.lock.testkit.junit.KeysExpire;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the suites of all kinds share: a name, clients and threads that end with the test. */
@ExtendWith({RedisServerExtension.class, KeysExpire.class, VirtualThreadsExtension.class})
abstract class ContractWorld {

  /** A lease short enough for a test to see it end, and to outlive a machine's pause of 2 s. */
  static final Duration SHORT_LEASE = Duration.ofSeconds(3);

  /** Longer than a short lease: a hold that lasts this long was renewed. */
  static final Duration BEYOND_SHORT_LEASE = Duration.ofSeconds(4);

  /** Enough time for a late or superfluous effect to show. */
  static final Duration A_WHILE = Duration.ofMillis(800);

  /** The limit for what must come; a test that passes does not wait for it. */
  static final Duration LIMIT = Duration.ofMinutes(1);

  /** How late a slow machine may be where two times are compared. */
  static final Duration AT_ONCE = Duration.ofSeconds(10);

  /** How long the server may keep the keys of an unused lock. */
  private static final long LONGEST_RETENTION_MILLIS = Duration.ofHours(25).toMillis();

  @RegisterExtension
  static final CleanWorld CLEAN =
      CleanWorld.ofSharedServer().threads("holdfast-").also("test threads", TestThreads::alive);

  /** Short time-outs, and a claim that outlives a pause of the machine. */
  static final ClientSpec.Pace UNHURRIED_CLAIM =
      new ClientSpec.Pace(
          Duration.ofSeconds(3),
          ClientSpec.Pace.QUICK.commandTimeout(),
          ClientSpec.Pace.QUICK.unreachableLimit());

  private static final List<String> REQUESTS = List.of("evalsha", "eval", "delex", "delifeq");

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final List<Runnable> closings = new CopyOnWriteArrayList<>();
  private final List<Actor> actors = new CopyOnWriteArrayList<>();
  private final TestThreads threads = TestThreads.open();

  /** The name of the lock of this test. */
  final String name = "contract-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();

  final TestThreads threads() {
    return threads;
  }

  /** Is closed when the test is over. */
  final void closeInTheEnd(Runnable closing) {
    closings.add(closing);
  }

  /** A thread that ends when the test is over. */
  final Actor actor(String actorName) {
    Actor actor = new Actor(threads, actorName);
    actors.add(actor);
    return actor;
  }

  /** Ends the threads and closes the resources. */
  final void endAll() {
    actors.forEach(Actor::dismiss);
    closings.forEach(Runnable::run);
    threads.close();
  }

  /** Asserts that the server will forget these keys, or has done so. */
  static void assertForgotten(TestServer server, List<String> keys) {
    for (String key : keys) {
      // -2: there is no such key
      assertThat(server.admin().number("PTTL", key))
          .as("milliseconds after which the server forgets %s", key)
          .satisfiesAnyOf(
              millis -> assertThat(millis).isEqualTo(-2),
              millis -> assertThat(millis).isBetween(0L, LONGEST_RETENTION_MILLIS));
    }
  }

  /** Asserts that the condition is true all the time. */
  static void stays(Duration time, String expectation, Callable<Boolean> condition) {
    Eventually.stays(time, expectation, condition);
  }

  /** Asserts that a lease with this much left ends here no later than at the server. */
  static void assertIsOverHereFirst(Supplier<Duration> leftHere, Supplier<Duration> leftAtServer) {
    long start = System.nanoTime();
    Duration here = leftHere.get();
    Duration there = leftAtServer.get();
    assertThat(here)
        .as("what is left here, and then at the server")
        .isLessThanOrEqualTo(there.plusNanos(System.nanoTime() - start));
  }

  /**
   * Waits until the rule has fired once: the client may notice the fault, or run out of time,
   * before the proxy reports it.
   */
  static void awaitFired(Rule rule) {
    Eventually.eventually().expect("fired: " + rule, rule::fired, fired -> fired == 1);
  }

  /** Scripts that these servers have executed, and commands of newer ones in their place. */
  static long scriptCalls(List<TestServer> servers) {
    return servers.stream()
        .map(TestServer::commandCalls)
        .flatMap(calls -> REQUESTS.stream().map(name -> calls.getOrDefault(name, 0L)))
        .mapToLong(Long::longValue)
        .sum();
  }
}
