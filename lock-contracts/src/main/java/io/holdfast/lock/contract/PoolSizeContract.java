package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.PoolClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** How many permits there are: who declares it, how it changes, and who hears of it. */
public abstract class PoolSizeContract extends PoolSuite {

  private record Difference(String name, long declared, long actual) {}

  private final List<Difference> differences = new CopyOnWriteArrayList<>();

  private PoolClient listening() {
    LockListener listener =
        new LockListener() {
          @Override
          public void differs(String name, long declared, long actual) {
            differences.add(new Difference(name, declared, actual));
          }
        };
    return open(ClientSpec.defaults().listener(listener));
  }

  // ---- two that disagree

  @Test
  void size_anotherOneSaidLater_doesNotCount() throws Exception {
    try (Permit all = pool.acquire(SIZE)) {
      PermitPool larger = open(ClientSpec.defaults()).pool(name, 100);
      assertThat(larger.tryAcquire()).isEmpty();
      assertThat(larger.inspect().size()).isEqualTo(SIZE);
      assertThat(all.isValid()).isTrue();
    }
  }

  @Test
  void acquire_moreThanTheServerHas_failsClearly() throws Exception {
    pool.acquire().close();
    PermitPool larger = open(ClientSpec.defaults()).pool(name, 100);
    assertThatThrownBy(() -> larger.acquire(5))
        .isInstanceOf(LockServerException.class)
        .hasMessageContainingAll(name, "5 permits asked for, of a pool of 4");
    assertThatThrownBy(() -> larger.tryAcquire(5)).isInstanceOf(LockServerException.class);
    assertThat(Actor.failure(larger.acquireAsync(5, AcquireOptions.defaults())))
        .isInstanceOf(LockServerException.class);
    assertThat(others.inspect().queueLength()).isZero();
  }

  @Test
  void size_anotherOneThanTheServersIsSaid_isToldOnceForEachObject() throws Exception {
    pool.acquire().close();
    PoolClient client = listening();
    PermitPool larger = client.pool(name, 7);
    larger.acquire().close();
    eventually()
        .expect(
            "told", () -> List.copyOf(differences), List.of(new Difference(name, 7, 4))::equals);
    larger.acquire().close();
    stays(SHORT, "not again", () -> differences.size() == 1);

    Actor.succeeds(client.pool(name, 2).acquireAsync()).close();
    eventually().isTrue("told of another", () -> differences.size() == 2);
    assertThat(differences).last().isEqualTo(new Difference(name, 2, 4));
  }

  @Test
  void size_theSameIsSaid_isNotTold() throws Exception {
    pool.acquire().close();
    PermitPool same = listening().pool(name, SIZE);
    same.acquire().close();
    stays(SHORT, "nothing differs", differences::isEmpty);
  }

  @Test
  void size_changedSinceTheObjectWasMade_isToldWithItsFirstPermits() throws Exception {
    PermitPool early = listening().pool(name, SIZE);
    pool.acquire().close();
    pool.resize(6);
    early.acquire().close();
    eventually()
        .expect(
            "told", () -> List.copyOf(differences), List.of(new Difference(name, 4, 6))::equals);
  }

  // ---- more

  @Test
  void resize_toMore_servesThoseWhoNowFitAndNobodyElse() throws Exception {
    Permit all = pool.acquire(SIZE);
    CompletableFuture<Permit> first = queue(others, 2);
    CompletableFuture<Permit> second = queue(pool, 1);
    CompletableFuture<Permit> large = queue(others, SIZE);

    others.resize(SIZE + 3);

    assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(LIMIT);
    stays(SHORT, "none is left", () -> !large.isDone());
    assertThat(out()).isEqualTo(SIZE + 3);
    all.close();
    assertThat(large).succeedsWithin(LIMIT);
    closeAll(List.of(first, second, large));
  }

  @Test
  void resize_toMore_objectsMadeWithLessGoOnToRefuse() throws Exception {
    pool.acquire().close();
    others.resize(10);
    assertThatThrownBy(() -> pool.acquire(5)).isInstanceOf(IllegalArgumentException.class);
    PermitPool larger = open(ClientSpec.defaults()).pool(name, 10);
    try (Permit nine = larger.acquire(9)) {
      assertThat(pool.tryAcquire(2)).isEmpty();
      assertThat(nine.permits()).isEqualTo(9);
    }
  }

  @Test
  void resize_toMore_thisObjectAndThoseThatHaveHeardAskForAsMany() throws Exception {
    pool.acquire().close();
    pool.resize(10);
    pool.acquire(8).close();
    PermitPool smaller = open(ClientSpec.defaults()).pool(name, 2);
    smaller.acquire().close();
    eventually()
        .isTrue(
            "it has heard",
            () -> {
              try {
                smaller.acquire(10).close();
                return true;
              } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContainingAll(name, "10", "at most its size, 2");
                return false;
              }
            });
  }

  @Test
  void resize_unused_saysTheSize() {
    pool.resize(2);
    assertThat(others.inspect().size()).isEqualTo(2);
    assertExactly(2, others);
  }

  // ---- less

  @Test
  void resize_toLessThanAreOut_takesNoneAndGivesNoneUntilEnoughAreBack() throws Exception {
    Permit one = pool.acquire(1);
    Permit three = pool.acquire(3);
    others.resize(2);
    assertThat(one.isValid() && three.isValid()).isTrue();
    assertThat(others.inspect().available()).isEqualTo(-2);
    assertThat(others.tryAcquire()).isEmpty();
    CompletableFuture<Permit> waiting = queue(others, 1);
    one.close();
    stays(SHORT, "three are more than two", () -> !waiting.isDone());
    three.close();
    assertThat(waiting).succeedsWithin(LIMIT);
    assertThat(out()).isOne();
    waiting.join().close();
    assertExactly(2, others);
  }

  /**
   * A waiter for permits that no longer exist gets no message: it hears of it when it asks again.
   */
  private PermitPool anotherThatAsksOften() {
    return open(ClientSpec.defaults().pace(ClientSpec.Pace.QUICK)).pool(name, SIZE);
  }

  @Test
  void resize_belowWhatAWaiterWants_failsItClearlyAndServesTheNext() throws Exception {
    Permit one = pool.acquire(1);
    CompletableFuture<Permit> large = queue(anotherThatAsksOften(), SIZE);
    CompletableFuture<Permit> small = queue(pool, 1);

    pool.resize(2);

    assertThat(small).succeedsWithin(LIMIT);
    assertThat(Actor.failure(large))
        .isInstanceOf(LockServerException.class)
        .hasMessageContainingAll(name, "4 permits asked for, of a pool of 2");
    awaitQueueLength(0);
    small.join().close();
    one.close();
    assertExactly(2, others);
  }

  @Test
  void resize_belowWhatTheFirstInTheQueueWants_servesTheNextBeforeThatOneHears() throws Exception {
    Permit one = pool.acquire(1);
    CompletableFuture<Permit> large = queue(others, SIZE);
    CompletableFuture<Permit> small = queue(pool, 1);
    pool.resize(2);
    assertThat(small).succeedsWithin(LIMIT);
    assertThat(large).isNotDone();
    large.cancel(false);
    small.join().close();
    one.close();
  }

  @Test
  void resize_belowWhatABlockedThreadWants_wakesItWithAnException() throws Exception {
    Permit one = pool.acquire(1);
    Actor waiter = actor("waiter");
    PermitPool asked = anotherThatAsksOften();
    CompletableFuture<?> waiting = waiter.starts(() -> asked.acquire(SIZE));
    awaitQueueLength(1);
    pool.resize(1);
    assertThat(Actor.failure(waiting)).isInstanceOf(LockServerException.class);
    awaitQueueLength(0);
    one.close();
  }

  @Test
  void resize_upAndDownWhilePermitsComeAndGo_losesAndInventsNone() throws Exception {
    List<CompletableFuture<?>> turns = new ArrayList<>();
    List<PermitPool> clients = List.of(pool, others, another());
    for (PermitPool asked : clients) {
      for (int i = 0; i < 2; i++) {
        turns.add(
            actor("taker")
                .starts(
                    () -> {
                      for (int k = 0; k < 40; k++) {
                        asked.acquire(1 + k % 2).close();
                      }
                    }));
      }
    }
    for (int i = 0; turns.stream().anyMatch(turn -> !turn.isDone()); i++) {
      clients.get(i % 3).resize(2 + i % 4);
    }
    turns.forEach(Actor::ends);
    others.resize(3);
    awaitIdle();
    assertExactly(3, others);
  }
}
