package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One question asks for all waiters for permits in one client. */
@ExtendWith(RedisServerExtension.class)
class ManyPermitWaitersIT {

  private static final int WAITERS = 500;
  private static final Duration CLAIM = Duration.ofSeconds(5);

  /** Each would ask three times and more, as it does so every third of the claim lease. */
  private static final Duration THREE_QUESTIONS = Duration.ofSeconds(6);

  private static final int MOST_CALLS = 50;
  private static final String POOL_ENTRIES = "holdfast:poolr:{ab}";
  private static final String POOL_QUEUE = "holdfast:poolq:{ab}";

  private static HoldfastClient connect(RedisServer server) {
    return HoldfastClient.connect(
        HoldfastSettings.builder().claimLease(CLAIM).lease(Duration.ofMinutes(10)).build(),
        server.uri());
  }

  private static long scripts(RedisServer server) {
    Map<String, Long> calls = server.commandCalls();
    return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
  }

  private static void waitersCostFewCalls(RedisServer server) {
    server.resetStatistics();
    stays(THREE_QUESTIONS, "one question for all of them", () -> scripts(server) <= MOST_CALLS);
    eventually().isTrue("it is asked", () -> scripts(server) > 1);
  }

  private static void areQueued(PermitPool pool) {
    eventually().isTrue("all wait", () -> pool.inspect().queueLength() == WAITERS);
  }

  @Test
  @DisplayName("failure 134: hundreds wait for permits of a pool in one client")
  void waitersOfAPool_inOneClient_askByOneQuestion(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient holder = connect(server);
        HoldfastClient client = connect(server)) {
      Permit held = new Semaphores(holder).pool("ab", 1).acquire();
      PermitPool pool = new Semaphores(client).pool("ab", 1);
      List<CompletableFuture<Permit>> waiters =
          IntStream.range(0, WAITERS).mapToObj(i -> pool.acquireAsync()).toList();
      areQueued(pool);

      waitersCostFewCalls(server);

      held.close();
      for (CompletableFuture<Permit> next : waiters) {
        next.get(60, SECONDS).close();
      }
    }
  }

  @Test
  @DisplayName("failure 134: hundreds wait for a fair semaphore in one client")
  void waitersOfAFairSemaphore_inOneClient_askByOneQuestion(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = connect(server)) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 0, true);
      List<CompletableFuture<Void>> waiters =
          IntStream.range(0, WAITERS).mapToObj(i -> semaphore.acquireAsync()).toList();
      eventually().isTrue("all wait", () -> semaphore.getQueueLength() == WAITERS);

      waitersCostFewCalls(server);

      semaphore.release(WAITERS);
      for (CompletableFuture<Void> next : waiters) {
        next.get(60, SECONDS);
      }
      assertThat(semaphore.availablePermits()).isZero();
    }
  }

  @Test
  @DisplayName("failure 134: grants of a pool are missed by its waiters")
  void waitersOfAPool_whoseGrantsWereMissed_haveTheirPermitsByTheNextQuestion(
      @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient holder = connect(server);
        HoldfastClient client = connect(server)) {
      Permit held = new Semaphores(holder).pool("ab", 70).acquire(70);
      PermitPool pool = new Semaphores(client).pool("ab", 70);
      List<CompletableFuture<Permit>> waiters =
          IntStream.range(0, WAITERS).mapToObj(i -> pool.acquireAsync()).toList();
      areQueued(pool);

      List<String> oldest =
          server.admin().texts("ZRANGE", POOL_QUEUE, "(0", "+inf", "BYSCORE", "LIMIT", "0", "70");
      oldest.forEach(id -> grantUnheard(server, id));

      held.close();
      for (CompletableFuture<Permit> next : waiters.subList(0, 70)) {
        assertThat(next.get(60, SECONDS).isValid()).isTrue();
      }
      for (CompletableFuture<Permit> next : waiters) {
        next.get(60, SECONDS).close();
      }
    }
  }

  /** Like a grant whose message is lost. */
  private static void grantUnheard(RedisServer server, String id) {
    long seconds = Long.parseLong(server.admin().texts("TIME").get(0)) + 300;
    server.admin().number("ZREM", POOL_QUEUE, id);
    server.admin().number("ZADD", POOL_ENTRIES, seconds + "000", id);
  }

  @Test
  @DisplayName("failure 134: a pool becomes too small for one of a thousand waiters")
  void waiterOfAPool_thatIsMadeTooSmallForIt_failsByTheNextQuestions(
      @FreshServer RedisServer server) throws Exception {
    HoldfastSettings calm =
        HoldfastSettings.builder()
            .claimLease(Duration.ofSeconds(30))
            .lease(Duration.ofMinutes(10))
            .build();
    try (HoldfastClient holder = connect(server);
        HoldfastClient client = HoldfastClient.connect(calm, server.uri())) {
      PermitPool others = new Semaphores(holder).pool("ab", 3);
      Permit held = others.acquire(3);
      PermitPool pool = new Semaphores(client).pool("ab", 3);
      IntStream.range(0, WAITERS).forEach(i -> pool.acquireAsync());
      CompletableFuture<Permit> large = pool.acquireAsync(3, AcquireOptions.defaults());
      IntStream.range(0, WAITERS - 1).forEach(i -> pool.acquireAsync());
      eventually().isTrue("all wait", () -> pool.inspect().queueLength() == 2 * WAITERS);

      others.resize(2);

      assertThatThrownBy(() -> large.get(60, SECONDS))
          .hasCauseInstanceOf(LockServerException.class)
          .hasMessageContaining("3");
      assertThat(pool.inspect().queueLength()).isEqualTo(2 * WAITERS - 1);
      held.close();
    }
  }

  @Test
  @DisplayName("failure 134: the tickets of hundreds of waiters for permits are gone")
  void waitersOfAPool_whoseTicketsAreGone_comeBackInTheirOrder(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient holder = connect(server);
        HoldfastClient client = connect(server)) {
      Permit held = new Semaphores(holder).pool("ab", 1).acquire();
      PermitPool pool = new Semaphores(client).pool("ab", 1);
      List<CompletableFuture<Permit>> waiters =
          IntStream.range(0, WAITERS).mapToObj(i -> pool.acquireAsync()).toList();
      areQueued(pool);

      server.admin().number("ZREMRANGEBYSCORE", POOL_QUEUE, "(0", "+inf");

      areQueued(pool);
      held.close();
      long before = 0;
      for (CompletableFuture<Permit> next : waiters) {
        Permit permit = next.get(60, SECONDS);
        assertThat(permit.token()).isGreaterThan(before);
        before = permit.token();
        permit.close();
      }
    }
  }

  @Test
  @DisplayName("failure 134: hundreds wait for a semaphore that its server has lost")
  void waitersOfAFairSemaphore_thatWasLost_allFail(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = connect(server)) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 0, true);
      List<CompletableFuture<Void>> waiters =
          IntStream.range(0, WAITERS).mapToObj(i -> semaphore.acquireAsync()).toList();
      eventually().isTrue("all wait", () -> semaphore.getQueueLength() == WAITERS);

      server.admin().text("FLUSHALL");

      for (CompletableFuture<Void> next : waiters) {
        assertThatThrownBy(() -> next.get(60, SECONDS)).hasCauseInstanceOf(DeletedException.class);
      }
    }
  }
}
