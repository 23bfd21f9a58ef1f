package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Which permits a client hands on among its threads. Its clock stands still, so a slice is over
 * when the test says so.
 */
@ExtendWith(RedisServerExtension.class)
class SemaphoreHandOnIT {

  private static final Duration MORE_THAN_A_SLICE = Duration.ofMillis(7);
  private static final Duration LONG = Duration.ofSeconds(1);
  private static final Duration SHORT = Duration.ofMillis(100);

  private final AtomicLong clock = new AtomicLong();

  private RedisServer server;
  private HoldfastClient one;
  private HoldfastClient two;

  @BeforeEach
  void open(@FreshServer RedisServer fresh) {
    server = fresh;
    one = TestClients.open(clock::get, server.uri());
    two = HoldfastClient.connect(server.uri());
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
  }

  private DistributedSemaphore here(int permits) {
    return new Semaphores(one).get("ab", permits);
  }

  private DistributedSemaphore there(int permits) {
    return new Semaphores(two).get("ab", permits);
  }

  private void passes(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  /** Waits in the client behind this many; the client knows that it is queued at the server. */
  private static CompletableFuture<Void> waits(DistributedSemaphore here, int permits, int behind) {
    CompletableFuture<Void> waiting = here.acquireAsync(permits);
    eventually().expect("it waits", here::getQueueLength, length -> length == behind + 1);
    return waiting;
  }

  private long scriptCalls() {
    Map<String, Long> calls = server.commandCalls();
    return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
  }

  /** A release that goes to the server is one script; one that is handed on is none. */
  private long scriptsOf(Runnable release) {
    long before = scriptCalls();
    release.run();
    return scriptCalls() - before;
  }

  private static void staysWaiting(CompletableFuture<Void> waiting) {
    Eventually.stays(SHORT, "it waits", () -> !waiting.isDone());
  }

  @Test
  void release_ofWhatThisClientHasTaken_isHandedOnWithoutTheServer() throws Exception {
    DistributedSemaphore here = here(2);
    here.acquire(2);
    CompletableFuture<Void> first = waits(here, 1, 0);
    CompletableFuture<Void> second = waits(here, 1, 1);
    CompletableFuture<Void> third = waits(here, 1, 2); // what is asked for is still wanted

    assertThat(scriptsOf(() -> here.release(2))).isZero();
    first.get(60, SECONDS);
    second.get(60, SECONDS);
    assertThat(third).isNotDone();
    third.cancel(true);
    assertThat(there(2).availablePermits()).isZero();
  }

  @Test
  @DisplayName("failure 90: a client hands on no more than it has taken")
  void release_ofMoreThanThisClientHasTaken_goesToTheServer() throws Exception {
    DistributedSemaphore here = here(2);
    here.acquire(2);
    here.release(2); // it has none now
    there(2).reducePermits(4);
    CompletableFuture<Void> waiting = waits(here, 1, 0);

    here.release();
    assertThat(there(2).availablePermits()).isEqualTo(-1);
    staysWaiting(waiting);
    here.release(2);
    waiting.get(60, SECONDS);
    assertThat(there(2).availablePermits()).isZero();
  }

  @Test
  @DisplayName("failure 90: some of the released permits were taken here, the rest elsewhere")
  void release_ofMoreThanThisClientHasTaken_handsOnWhatItHas() throws Exception {
    DistributedSemaphore here = here(1);
    here.acquire();
    CompletableFuture<Void> first = waits(here, 1, 0);
    there(1).reducePermits(2);
    CompletableFuture<Void> second = waits(here, 1, 1);

    here.release(2);
    first.get(60, SECONDS);
    assertThat(there(1).availablePermits()).isEqualTo(-1);
    staysWaiting(second);
    here.release(2);
    second.get(60, SECONDS);
  }

  @Test
  @DisplayName("failure 90: a waiter for none is not served by a hand-over")
  void release_whenTheFirstWaitsForNone_goesToTheServer() throws Exception {
    DistributedSemaphore here = here(1);
    here.acquire();
    there(1).reducePermits(3);
    CompletableFuture<Void> forNone = waits(here, 0, 0);

    here.release(0);
    here.release(1);
    assertThat(there(1).availablePermits()).isEqualTo(-2);
    staysWaiting(forNone);
    here.release(2);
    forNone.get(60, SECONDS);
  }

  @Test
  @DisplayName("failure 91: a waiter of the next semaphore gets nothing of the deleted one")
  void release_ofADeletedSemaphore_isNotHandedOnInTheNext() throws Exception {
    DistributedSemaphore here = here(1);
    DistributedSemaphore there = there(1);
    here.acquire();
    assertThat(there.delete()).isTrue();
    there.acquire(); // of the next
    CompletableFuture<Void> waiting = waits(here, 1, 0);

    here.release();
    staysWaiting(waiting);
    there.release();
    waiting.get(60, SECONDS);
    assertThat(there.availablePermits()).isZero();
  }

  @Test
  @DisplayName("failure 92: a slice lasts through turns without waiters in between")
  void release_aSliceAfterTheFirstHandOn_goesToTheServer() throws Exception {
    DistributedSemaphore here = here(1);
    here.acquire();
    for (int turn = 0; turn < 3; turn++) {
      CompletableFuture<Void> next = waits(here, 1, 0); // the only one: its gate ends with its wait
      here.release();
      next.get(60, SECONDS);
    }
    CompletableFuture<Void> last = waits(here, 1, 0);
    CompletableFuture<Void> behind = waits(here, 1, 1); // so that nothing is withdrawn
    passes(MORE_THAN_A_SLICE);
    assertThat(scriptsOf(here::release)).isPositive();
    last.get(60, SECONDS);
    behind.cancel(true);
  }

  @Test
  @DisplayName("failure 92: permits that a client takes from others do not extend its slice")
  void release_aSliceAfterTheFirstHandOn_goesToTheServerWhateverWasTakenSince() throws Exception {
    DistributedSemaphore here = here(2);
    here.acquire();
    there(2).acquire();
    CompletableFuture<Void> handedOn = waits(here, 1, 0);
    here.release();
    handedOn.get(60, SECONDS);
    passes(MORE_THAN_A_SLICE);
    there(2).release();
    here.acquire(); // of permits that another client had
    CompletableFuture<Void> next = waits(here, 1, 0);
    CompletableFuture<Void> behind = waits(here, 1, 1); // so that nothing is withdrawn
    assertThat(scriptsOf(here::release)).isPositive();
    next.get(60, SECONDS);
    behind.cancel(true);
  }

  @Test
  @DisplayName("failure 92: after a break a client asks the server before it hands on")
  void release_afterABreak_goesToTheServerUntilThatHasAnswered() throws Exception {
    DistributedSemaphore here = here(3);
    here.acquire(3);
    there(3).reducePermits(2);
    CompletableFuture<Void> first = waits(here, 1, 0);
    passes(LONG);

    here.release();
    assertThat(there(3).availablePermits()).isEqualTo(-1);
    here.release(); // that balance is known now
    assertThat(there(3).availablePermits()).isZero();
    staysWaiting(first);
    here.release();
    first.get(60, SECONDS);
  }
}
