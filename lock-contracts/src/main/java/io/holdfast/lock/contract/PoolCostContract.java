package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The cost of a pool at the server, by the server's own count. */
public abstract class PoolCostContract extends PoolSuite {

  /** The time in which new waiters have asked again, as long waiters do. */
  private static final Duration SETTLED = Duration.ofMillis(150);

  /** After its first permits an object reads the size. */
  @BeforeEach
  void warmUp() throws InterruptedException {
    long before = scriptCalls();
    pool.acquire().close();
    others.acquire().close();
    eventually().isTrue("both have looked", () -> scriptCalls() - before >= 6);
    settle();
  }

  private static void settle() {
    stays(SETTLED, "settles", () -> true);
  }

  @Test
  void permits_thatAreFree_costTwoScriptsAndNoMessage() throws Exception {
    long scripts = scriptCalls();
    long messages = messages();
    for (int i = 0; i < 20; i++) {
      pool.acquire(1 + i % SIZE).close();
    }
    assertThat(scriptCalls() - scripts).isEqualTo(40);
    assertThat(messages() - messages).isZero();
  }

  @Test
  void firstPermits_ofAnObject_costOneLookMore() throws Exception {
    PermitPool fresh = open(ClientSpec.defaults()).pool(name, SIZE);
    long scripts = scriptCalls();
    fresh.acquire().close();
    eventually().isTrue("it has looked", () -> scriptCalls() - scripts >= 3);
    settle();
    assertThat(scriptCalls() - scripts).isEqualTo(3);
  }

  @Test
  @DisplayName("failure 27: as many waiters wake as are served, however many wait")
  void release_thatServesSeveral_costsOneScriptAndAMessageForEach() throws Exception {
    Permit all = pool.acquire(SIZE);
    List<CompletableFuture<Permit>> served = new ArrayList<>();
    List<CompletableFuture<Permit>> behind = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      served.add(queue(another(), 1));
    }
    for (int i = 0; i < 8; i++) {
      behind.add(queue(another(), 1 + i % 2));
    }
    settle();
    long scripts = scriptCalls();
    long messages = messages();

    all.close();
    served.forEach(Actor::succeeds);

    assertThat(messages() - messages).as("messages").isEqualTo(SIZE);
    // One client releases, each served one confirms and may read the size; some may ask again.
    assertThat(scriptCalls() - scripts).as("scripts").isBetween(1L, 1L + 2 * SIZE + 4);
    assertThat(behind).noneMatch(CompletableFuture::isDone);
    closeAll(served);
    closeAll(behind);
  }

  @Test
  void release_thatServesNobody_sendsNothing() throws Exception {
    Permit three = pool.acquire(3);
    Permit one = pool.acquire(1);
    CompletableFuture<Permit> large = queue(others, SIZE);
    settle();
    long messages = messages();
    one.close();
    settle();
    assertThat(messages() - messages).isZero();
    three.close();
    Actor.succeeds(large).close();
    assertThat(messages() - messages).isEqualTo(1);
  }

  @Test
  void waiters_idle_askRarely() throws Exception {
    PermitPool asking = open(ClientSpec.defaults().pace(ClientSpec.Pace.USUAL)).pool(name, SIZE);
    Permit all = others.acquire(SIZE);
    List<CompletableFuture<Permit>> waiting = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      waiting.add(asking.acquireAsync(1 + i % SIZE, AcquireOptions.defaults()));
    }
    awaitQueueLength(50);
    settle();
    long start = System.nanoTime();
    long before = scriptCalls();

    eventually().isTrue("all were asked for again", () -> scriptCalls() - before >= 3);

    Duration time = Duration.ofNanos(System.nanoTime() - start);
    assertThat(scriptCalls() - before)
        .as("script calls in %s, one for all every third of a claim lease of 5 s", time)
        .isLessThanOrEqualTo(time.toMillis() / 1_400 + 3);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    waiting.forEach(one -> one.cancel(true));
    awaitQueueLength(0);
    all.close();
  }
}
