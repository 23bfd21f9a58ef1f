package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.PoolClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The end of a client: its permits are back at once, its waiters are told, nothing stays. */
public abstract class PoolClosingContract extends PoolSuite {

  private final List<LossCause> causes = new CopyOnWriteArrayList<>();

  @Test
  @DisplayName("failure 65: close() with permits out")
  void close_permitsOut_bringsThemBackAtOnceAndTellsTheLoss() throws Exception {
    PoolClient client = open(ClientSpec.defaults());
    PermitPool closing = client.pool(name, SIZE);
    Permit one = closing.acquire(1);
    Permit two = closing.acquire(2);
    one.onLost(causes::add);
    two.onLost(causes::add);
    try (Permit mine = pool.acquire(1)) {
      client.close();

      assertThat(out()).isOne();
      Eventually.eventually().isTrue("both are told", () -> causes.size() == 2);
      assertThat(causes).containsOnly(LossCause.CLIENT_CLOSED);
      assertThat(one.isValid() || two.isValid()).isFalse();
      assertThatThrownBy(two::close).isInstanceOf(LeaseLostException.class);
      assertThat(mine.isValid()).isTrue();
    }
  }

  @Test
  @DisplayName("failure 65: close() while others wait for its permits")
  void close_othersWait_servesThem() throws Exception {
    PoolClient client = open(ClientSpec.defaults());
    Permit all = client.pool(name, SIZE).acquire(SIZE);
    CompletableFuture<Permit> first = queue(others, 3);
    CompletableFuture<Permit> second = queue(pool, 1);
    client.close();
    assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(LIMIT);
    assertThat(first.join().token()).isGreaterThan(all.token());
    closeAll(List.of(first, second));
  }

  @Test
  @DisplayName("failure 65: close() while waiting at the server")
  void close_waiting_failsItsWaitersAndLetsTheNextIn() throws Exception {
    Permit three = others.acquire(3);
    PoolClient client = open(ClientSpec.defaults());
    PermitPool closing = client.pool(name, SIZE);
    CompletableFuture<Permit> large = queue(closing, SIZE);
    Actor waiter = actor("waiter");
    CompletableFuture<?> blocked = waiter.starts(() -> closing.acquire(2));
    awaitQueueLength(2);
    CompletableFuture<Permit> small = queue(pool, 1);

    client.close();

    assertThat(Actor.failure(large)).isInstanceOf(ClientClosedException.class);
    assertThat(Actor.failure(blocked)).isInstanceOf(ClientClosedException.class);
    assertThat(small).succeedsWithin(LIMIT);
    awaitQueueLength(0);
    small.join().close();
    three.close();
  }

  @Test
  void everyMethod_closed_throws() {
    PoolClient client = open(ClientSpec.defaults());
    PermitPool closed = client.pool(name, SIZE);
    client.close();
    List<TestThreads.Body> calls =
        List.of(
            closed::acquire,
            closed::tryAcquire,
            () -> closed.tryAcquire(1, Duration.ofSeconds(1)),
            () -> closed.tryAcquire(1, Duration.ZERO),
            () -> closed.acquire(1, AcquireOptions.defaults().withoutWaiting()),
            closed::inspect,
            () -> closed.resize(2),
            closed::reset);
    for (int i = 0; i < calls.size(); i++) {
      TestThreads.Body call = calls.get(i);
      assertThatThrownBy(call::run, "call %s of the list", i)
          .isInstanceOf(ClientClosedException.class);
    }
    assertThat(Actor.failure(closed.acquireAsync())).isInstanceOf(ClientClosedException.class);
    assertThat(closed.name()).isEqualTo(name);
  }

  @Test
  void close_inTheMidstOfTraffic_leavesNothing() {
    for (int round = 0; round < 5; round++) {
      PoolClient client = open(ClientSpec.defaults());
      PermitPool closing = client.pool(name, SIZE);
      List<Long> tokens = new CopyOnWriteArrayList<>();
      List<CompletableFuture<?>> takers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int permits = 1 + i % 3;
        takers.add(
            actor("taker")
                .starts(
                    () -> {
                      while (true) {
                        Permit permit = closing.acquire(permits);
                        tokens.add(permit.token());
                        permit.close();
                      }
                    }));
      }
      Eventually.eventually().isTrue("they come and go", () -> tokens.size() > 20);

      client.close();

      for (CompletableFuture<?> taker : takers) {
        assertThat(Actor.failure(taker))
            .isInstanceOfAny(ClientClosedException.class, LeaseLostException.class);
      }
      awaitIdle();
      assertExactly(SIZE, others);
    }
  }
}
