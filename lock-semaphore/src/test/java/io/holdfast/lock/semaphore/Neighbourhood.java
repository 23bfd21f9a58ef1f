package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A pool, a client whose waiters hand its permits on by themselves, and another client that has
 * permits first.
 */
final class Neighbourhood implements AutoCloseable {

  /** Within this a client is served again, also by a slow machine. */
  static final Duration GIVEN_UP = Duration.ofSeconds(12);

  private static final String NAME = "ab";
  private static final String QUEUE = "holdfast:poolq:{ab}";
  private static final String ENTRIES = "holdfast:poolr:{ab}";

  private final RedisServer server;
  private final HoldfastClient one;
  private final HoldfastClient two;
  private final int size;

  /** The pool, of the client whose waiters are neighbours. */
  final PermitPool here;

  /** The same pool, of another client, that reaches the server directly. */
  final PermitPool there;

  /**
   * The settings of {@link #here}. Nothing comes back by itself for 10 s: no lease ends, and no
   * client asks a second time.
   */
  static HoldfastSettings.Builder patient() {
    return HoldfastSettings.builder()
        .clientLabel("here")
        .slice(Duration.ofSeconds(10))
        .claimLease(Duration.ofSeconds(30))
        .lease(Duration.ofSeconds(60))
        .commandTimeout(Duration.ofSeconds(1));
  }

  Neighbourhood(RedisServer server, HoldfastSettings settings, String uri, int size)
      throws InterruptedException {
    this.server = server;
    this.size = size;
    this.one = HoldfastClient.connect(settings, uri);
    this.two = HoldfastClient.connect(patient().clientLabel("there").build(), server.uri());
    this.here = new Semaphores(one).pool(NAME, size);
    this.there = new Semaphores(two).pool(NAME, size);
    warmUp(here, 4);
    warmUp(there, 3);
  }

  /** An object reads the size at its first use, and once more if there was none. */
  private void warmUp(PermitPool pool, int scripts) throws InterruptedException {
    long before = scriptCalls();
    pool.acquire().close();
    eventually().isTrue("it has looked", () -> scriptCalls() == before + scripts);
  }

  /** Script calls that the server has executed. */
  long scriptCalls() {
    return server.commandCalls().getOrDefault("evalsha", 0L)
        + server.commandCalls().getOrDefault("eval", 0L);
  }

  /** Begins to acquire permits that others have; it is queued, and knows its number, on return. */
  static CompletableFuture<Permit> queue(PermitPool asked, int permits) {
    int before = asked.inspect().queueLength();
    CompletableFuture<Permit> waiting = asked.acquireAsync(permits, AcquireOptions.defaults());
    eventually().expect("queued", asked::inspect, now -> now.queueLength() == before + 1);
    return waiting;
  }

  /** This many waiters of this client, one behind the other, for one permit each. */
  List<CompletableFuture<Permit>> queueHere(int count) {
    List<CompletableFuture<Permit>> waiting = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      waiting.add(queue(here, 1));
    }
    return waiting;
  }

  static Permit given(CompletableFuture<Permit> waiting) {
    return assertThat(waiting).succeedsWithin(GIVEN_UP).actual();
  }

  /** How many permits are out, by the server's word. */
  int out() {
    PoolInspection now = there.inspect();
    return now.size() - now.available();
  }

  void awaitOut(int permits) {
    within(GIVEN_UP).expect("permits that are out", this::out, out -> out == permits);
  }

  /** The key of the entries of {@link #here}. */
  List<String> idsHere() {
    return server.admin().texts("ZRANGE", ENTRIES, "0", "-1").stream()
        .filter(id -> id.startsWith("here"))
        .toList();
  }

  /** Removes an entry at the server. */
  void strike(String id) {
    assertThat(server.admin().number("ZREM", ENTRIES, id)).isOne();
  }

  /** How many tickets stand at the server, also of silent clients. */
  long tickets() {
    return server.admin().number("ZCOUNT", QUEUE, "(0", "+inf");
  }

  /**
   * Asserts that nobody has permits or waits, now or very soon; all permits are free, and not one
   * more.
   */
  void assertWhole() {
    within(GIVEN_UP).isTrue("no ticket", () -> tickets() == 0);
    within(GIVEN_UP).isTrue("no entry", () -> server.admin().number("ZCARD", ENTRIES) == 0);
    PoolInspection idle = there.inspect();
    assertThat(idle.queueLength()).isZero();
    assertThat(idle.available()).isEqualTo(size);
    Permit all = there.tryAcquire(size).orElseThrow();
    assertThat(there.tryAcquire()).as("one that there is not").isEmpty();
    all.close();
  }

  /** Closes both clients, and asserts that they leave nothing but the ledger. */
  @Override
  public void close() {
    there.reset();
    one.close();
    two.close();
    assertThat(server.keys("holdfast:*")).isSubsetOf(QUEUE);
    assertThat(tickets()).isZero();
  }
}
