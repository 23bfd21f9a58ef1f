package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A failover loses the latest writes: served waiters stand in the queue again. Their clients live,
 * so no ticket looks dead, and each granted one would keep its permits for its claim lease.
 */
@ExtendWith(RedisServerExtension.class)
class ReturnedPermitsIT {

  /** No claim or lease ends within the limit. */
  private static final HoldfastSettings LONG =
      HoldfastSettings.builder()
          .claimLease(Duration.ofMinutes(5))
          .lease(Duration.ofMinutes(10))
          .build();

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String POOL_QUEUE = "holdfast:poolq:{back}";
  private static final String QUEUE = "holdfast:semq:{back}";

  /** A few requests for each client, however many of its tickets are back. */
  private static final int MOST_SCRIPTS = 40;

  private RedisServer server;
  private HoldfastClient one;
  private HoldfastClient two;
  private HoldfastClient watcher;

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh;
    one = HoldfastClient.connect(LONG, server.uri());
    two = HoldfastClient.connect(LONG, server.uri());
    watcher = HoldfastClient.connect(LONG, server.uri());
  }

  @AfterEach
  void close() {
    List.of(one, two, watcher).forEach(HoldfastClient::close);
  }

  private void save(String key) {
    assertThat(server.admin().number("COPY", key, key + ":saved", "REPLACE")).isOne();
  }

  private void putBack(String key) {
    assertThat(server.admin().number("COPY", key + ":saved", key, "REPLACE")).isOne();
  }

  private long scripts() {
    return server.commandCalls().getOrDefault("evalsha", 0L)
        + server.commandCalls().getOrDefault("eval", 0L);
  }

  private static PermitPool pool(HoldfastClient client, int size) {
    return new Semaphores(client).pool("back", size);
  }

  private static DistributedSemaphore semaphore(HoldfastClient client, boolean isFair) {
    return new Semaphores(client).get("back", 1, isFair);
  }

  /** This many wait for a permit of a pool, the queue is saved, then they have it, one by one. */
  private void queueAndServe(int waiters, int size) throws Exception {
    Permit all = pool(watcher, size).acquire(size);
    List<CompletableFuture<Permit>> waiting = new ArrayList<>();
    for (int i = 0; i < waiters; i++) {
      waiting.add(pool(i % 2 == 0 ? one : two, size).acquireAsync());
    }
    eventually().isTrue("all wait", () -> pool(watcher, size).inspect().queueLength() == waiters);
    save(POOL_QUEUE);
    waiting.forEach(each -> each.thenAccept(Permit::close));
    all.close();
    assertThat(waiting).allSatisfy(each -> assertThat(each).succeedsWithin(LIMIT));
    eventually().isTrue("all are there", () -> isIdle(size));
  }

  private boolean isIdle(int size) {
    return pool(watcher, size).inspect().available() == size
        && pool(watcher, size).inspect().queueLength() == 0;
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "16, 1", "300, 1", "16, 4", "300, 4"})
  @DisplayName(
      "failure 131: the tickets of earlier holders of permits are back, as their server failed")
  void acquire_ticketsOfTheServedAreBack_isHadAtOnce(int waiters, int size) throws Exception {
    queueAndServe(waiters, size);
    putBack(POOL_QUEUE);
    long before = scripts();

    CompletableFuture<Permit> first = pool(one, size).acquireAsync();
    assertThat(first).succeedsWithin(LIMIT);
    first.join().close();
    CompletableFuture<Permit> second =
        pool(two, size).acquireAsync(size, AcquireOptions.defaults());
    assertThat(second).succeedsWithin(LIMIT);
    second.join().close();

    assertThat(scripts() - before).as("scripts").isLessThan(MOST_SCRIPTS);
    eventually().isTrue("all are there", () -> isIdle(size));
  }

  @Test
  @DisplayName("failure 131: permits that were given back are out again with the tickets")
  void acquire_entriesOfTheServedAreBack_isHadWhenOneOfThemIsOver() throws Exception {
    int size = 4;
    queueAndServe(16, size);
    String saved = POOL_QUEUE + ":saved";
    String number = server.admin().texts("ZRANGE", saved, "(0", "+inf", "BYSCORE").get(0);
    String client = number.substring(0, number.indexOf(':'));
    String until = Long.toString(System.currentTimeMillis() + 600_000);
    for (int i = 1; i < size; i++) { // one is over, the others would last
      String id = client + ":" + (1000 + i) + ":300000p1";
      server.admin().number("ZADD", "holdfast:poolr:{back}", until, id);
    }
    putBack(POOL_QUEUE); // last: whatever script comes from now on finds all of it

    CompletableFuture<Permit> first = pool(two, size).acquireAsync(size, AcquireOptions.defaults());
    assertThat(first).succeedsWithin(LIMIT);
    first.join().close();
    eventually().isTrue("all are there", () -> isIdle(size));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 300})
  @DisplayName("failure 131: the tickets of clients that took permits are back")
  void acquire_ofAFairSemaphoreWhoseTicketsAreBack_isHadAtOnce(int waiters) throws Exception {
    queueAndTake(waiters, true);
    putBack(QUEUE);
    long before = scripts();

    CompletableFuture<Void> asking = semaphore(one, true).acquireAsync();
    assertThat(asking).succeedsWithin(LIMIT);
    assertThat(scripts() - before).as("scripts").isLessThan(MOST_SCRIPTS);
    semaphore(one, true).release();
    eventually().isTrue("nobody waits", () -> !semaphore(watcher, true).hasQueuedThreads());
    assertThat(semaphore(watcher, true).availablePermits()).isOne();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16})
  @DisplayName("failure 131: the tickets of clients that took permits are back")
  void release_ofASemaphoreWhoseTicketsAreBack_servesTheNextThatLives(int waiters)
      throws Exception {
    queueAndTake(waiters, false);
    semaphore(watcher, false).acquire();
    CompletableFuture<Void> asking = semaphore(one, false).acquireAsync();
    eventually().isTrue("it waits", () -> semaphore(watcher, false).getQueueLength() == 1);
    for (String ticket :
        server.admin().texts("ZRANGE", QUEUE + ":saved", "(0", "+inf", "BYSCORE")) {
      String number = server.admin().text("ZSCORE", QUEUE + ":saved", ticket);
      server.admin().number("ZADD", QUEUE, number, ticket);
    }

    semaphore(watcher, false).release();
    assertThat(asking).succeedsWithin(LIMIT);
    semaphore(one, false).release();
    eventually().isTrue("nobody waits", () -> !semaphore(watcher, false).hasQueuedThreads());
    assertThat(semaphore(watcher, false).availablePermits()).isOne();
  }

  @Test
  @DisplayName("failure 131: permits that were taken stay taken, also if their taking is a stray")
  void disown_oneThatTookPermits_givesNothingBack() throws Exception {
    semaphore(one, true).acquire();
    String mark =
        server.admin().texts("ZRANGE", QUEUE, "-inf", "(0", "BYSCORE").stream()
            .filter(member -> member.startsWith("+"))
            .findFirst()
            .orElseThrow();
    String id = mark.substring(1) + ":300000p1";
    String client = id.substring(0, id.indexOf(':'));
    List<Object> reply =
        List.copyOf(
            server
                .admin()
                .array(
                    "EVAL",
                    LockScripts.counting(
                            file -> Semaphores.class.getResourceAsStream("sem/" + file))
                        .disown()
                        .text(),
                    "3",
                    "holdfast:sem:{back}",
                    QUEUE,
                    "holdfast:semr:{back}",
                    client,
                    "",
                    "holdfast:inbox:",
                    "",
                    "1",
                    id));

    assertThat(reply).containsExactly(0L, "", 0L);
    assertThat(semaphore(watcher, true).availablePermits()).isZero();
  }

  /** The same for a semaphore: clients that took a permit release it. */
  private void queueAndTake(int waiters, boolean isFair) throws Exception {
    semaphore(watcher, isFair).acquire();
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (int i = 0; i < waiters; i++) {
      DistributedSemaphore semaphore = semaphore(i % 2 == 0 ? one : two, isFair);
      waiting.add(semaphore.acquireAsync().thenRun(semaphore::release));
    }
    int tickets = isFair ? waiters : 2; // of an unfair one a client has one ticket
    eventually()
        .isTrue("all wait", () -> server.admin().number("ZCOUNT", QUEUE, "(0", "+inf") == tickets);
    save(QUEUE);
    semaphore(watcher, isFair).release();
    assertThat(waiting).allSatisfy(each -> assertThat(each).succeedsWithin(LIMIT));
    eventually().isTrue("it is back", () -> semaphore(watcher, isFair).availablePermits() == 1);
  }
}
