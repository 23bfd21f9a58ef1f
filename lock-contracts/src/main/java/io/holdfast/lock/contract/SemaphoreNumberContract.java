package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How many permits there are: who declares it first, and what changes it. */
public abstract class SemaphoreNumberContract extends SemaphoreSuite {

  private record Difference(String name, long declared, long actual) {}

  private final List<Difference> differences = new CopyOnWriteArrayList<>();

  private final LockListener listener =
      new LockListener() {
        @Override
        public void differs(String name, long declared, long actual) {
          differences.add(new Difference(name, declared, actual));
        }
      };

  /** The semaphore of this test, with another declared number. */
  private DistributedSemaphore madeWith(int permits) {
    return open(ClientSpec.defaults().listener(listener)).semaphore(name, permits, isFair());
  }

  private void assertDiffered(int times, int declared, int actual) {
    eventually().isTrue("told", () -> differences.size() >= times);
    stays(SHORT, "once for each object", () -> differences.size() == times);
    assertThat(differences).containsOnly(new Difference(name, declared, actual));
  }

  // ---- who declares it

  @Test
  void number_ofTheFirstThatTakes_countsForAll() throws Exception {
    semaphore.acquire();
    DistributedSemaphore mistaken = madeWith(9);

    assertThat(mistaken.tryAcquire(3)).isFalse();
    assertThat(mistaken.availablePermits()).isEqualTo(2);
    assertThat(mistaken.tryAcquire(2)).isTrue();
    mistaken.release();

    assertThat(watcher.availablePermits()).isOne();
    assertDiffered(1, 9, PERMITS);
  }

  @Test
  void number_largerIsWaitedForThanThereAre_isToldWhileItWaits() {
    assertThat(semaphore.tryAcquire()).isTrue();
    CompletableFuture<Void> waiting = madeWith(9).acquireAsync(PERMITS + 1);
    assertDiffered(1, 9, PERMITS);
    assertThat(waiting).isNotDone();
    assertThat(waiting.cancel(true)).isTrue();
  }

  @Test
  void number_belowZero_hasToBeReleasedFirst() throws Exception {
    DistributedSemaphore negative = madeWith(-1);
    assertThat(negative.availablePermits()).isEqualTo(-1);
    assertThat(negative.tryAcquire()).isFalse();
    assertThat(watcher.availablePermits()).isEqualTo(-1);
    negative.release(2);
    negative.acquire();
    assertThat(watcher.availablePermits()).isZero();
  }

  @Test
  void number_same_isNoDifference() throws Exception {
    semaphore.acquire();
    DistributedSemaphore same = madeWith(PERMITS);
    same.acquire();
    same.release();
    same.addPermits(1);
    stays(SHORT, "nothing is told", differences::isEmpty);
  }

  @Test
  void number_ofEachObjectThatDiffers_isToldOnceForEach() {
    assertThat(semaphore.tryAcquire()).isTrue();
    SemaphoreClient client = open(ClientSpec.defaults().listener(listener));
    for (int i = 0; i < 2; i++) {
      DistributedSemaphore mistaken = client.semaphore(name, 9, isFair());
      for (int turn = 0; turn < 3; turn++) {
        assertThat(mistaken.tryAcquire()).isTrue();
        mistaken.release();
      }
    }
    assertDiffered(2, 9, PERMITS);
  }

  @Test
  void number_ofTheFirstVerb_whicheverItIs() throws Exception {
    List<Consumer<DistributedSemaphore>> verbs =
        List.of(
            one -> one.release(0), // of a client that has taken none
            one -> assertThat(one.tryAcquire(0)).isTrue(),
            one -> one.addPermits(0),
            one -> one.reducePermits(0),
            one -> {
              assertThat(one.drainPermits()).isEqualTo(PERMITS);
              one.release(PERMITS);
            });
    for (int i = 0; i < verbs.size(); i++) {
      verbs.get(i).accept(semaphore);
      assertThat(madeWith(9).availablePermits()).as("after verb %s", i).isEqualTo(PERMITS);
      assertThat(watcher.delete()).as("after verb %s", i).isTrue();
    }
  }

  @Test
  void availablePermits_looksOnly() throws Exception {
    assertThat(madeWith(9).availablePermits()).isEqualTo(9);
    semaphore.acquire();
    assertThat(madeWith(9).availablePermits()).isEqualTo(2);
  }

  // ---- what changes it

  @Test
  void permits_areOneStockForAllClients() throws Exception {
    semaphore.acquire(2);
    assertThat(others.tryAcquire(2)).isFalse();
    others.acquire();
    assertThat(watcher.availablePermits()).isZero();
    watcher.release(2); // whichever client had them
    assertThat(others.tryAcquire(2)).isTrue();
    semaphore.release(3);
    assertThat(watcher.availablePermits()).isEqualTo(PERMITS);
  }

  @Test
  void addPermits_whileOthersWait_servesThem() throws Exception {
    semaphore.acquire(PERMITS);
    CompletableFuture<?> two = queue("two", () -> others.acquire(2));
    watcher.addPermits(1);
    stays(SHORT, "one is not enough", () -> !two.isDone());
    watcher.addPermits(2);
    Actor.ends(two);
    assertThat(watcher.availablePermits()).isOne();
  }

  @Test
  void reducePermits_whilePermitsAreOut_takesThemAsTheyComeBack() throws Exception {
    semaphore.acquire(2);
    others.reducePermits(2);
    assertThat(watcher.availablePermits()).isEqualTo(-1);
    CompletableFuture<?> waiting = queue("waiter", () -> others.acquire(1));
    semaphore.release();
    stays(SHORT, "none is left", () -> !waiting.isDone() && watcher.availablePermits() == 0);
    semaphore.release();
    Actor.ends(waiting);
    assertThat(watcher.availablePermits()).isZero();
  }

  @Test
  @DisplayName("failure 115: the least number of permits is that of the JDK")
  void reducePermits_toTheLeastNumber_isAsInTheJdk() {
    Reducible jdk = new Reducible(PERMITS);
    for (int reduction : List.of(Integer.MAX_VALUE, PERMITS, 1)) {
      jdk.reduce(reduction);
      semaphore.reducePermits(reduction);
      assertThat(watcher.availablePermits()).isEqualTo(jdk.availablePermits());
    }
    assertThat(watcher.availablePermits()).isEqualTo(Integer.MIN_VALUE);
    assertThatThrownBy(() -> jdk.reduce(1)).isInstanceOf(Error.class);
    assertThatThrownBy(() -> semaphore.reducePermits(1))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("Semaphore '" + name + "'");
    assertThat(watcher.availablePermits()).isEqualTo(Integer.MIN_VALUE);
    assertThat(semaphore.drainPermits()).isEqualTo(Integer.MIN_VALUE);
  }

  /** The JDK lets a subclass reduce. */
  private static final class Reducible extends Semaphore {

    private static final long serialVersionUID = 1;

    Reducible(int permits) {
      super(permits);
    }

    void reduce(int reduction) {
      reducePermits(reduction);
    }
  }

  @Test
  void reducePermits_whileOthersWait_keepsThemWaitingForMore() throws Exception {
    semaphore.acquire(PERMITS);
    CompletableFuture<?> waiting = queue("waiter", () -> others.acquire(2));
    semaphore.release();
    semaphore.reducePermits(1);
    semaphore.release();
    stays(SHORT, "one of two", () -> !waiting.isDone() && watcher.availablePermits() == 1);
    semaphore.release();
    Actor.ends(waiting);
  }

  @Test
  void resize_whileOthersWait_servesThem() throws Exception {
    semaphore.acquire(PERMITS);
    CompletableFuture<?> waiting = queue("waiter", () -> others.acquire(2));
    watcher.resize(PERMITS + 2);
    Actor.ends(waiting);
    assertThat(watcher.availablePermits()).isZero();
  }

  @Test
  void resize_smallerWhilePermitsAreOut_isNegative() throws Exception {
    semaphore.acquire(PERMITS);
    others.resize(1);
    assertThat(watcher.availablePermits()).isEqualTo(-2);
    semaphore.release(PERMITS);
    assertThat(watcher.availablePermits()).isOne();
    others.resize(0);
    assertThat(watcher.availablePermits()).isZero();
  }

  @Test
  void resize_isOfTheNumberAndNotOfWhatIsThere() throws Exception {
    semaphore.resize(5); // nobody has used it
    assertThat(watcher.availablePermits()).isEqualTo(5);
    others.resize(5);
    assertThat(watcher.availablePermits()).isEqualTo(5);
    semaphore.release(2); // without an acquire: it still has 5
    others.resize(6);
    assertThat(watcher.availablePermits()).isEqualTo(8);
    semaphore.addPermits(4);
    semaphore.reducePermits(1); // of 9
    others.resize(9);
    assertThat(watcher.availablePermits()).isEqualTo(11);
    others.resize(PERMITS);
    assertThat(watcher.availablePermits()).isEqualTo(5);
    assertThatThrownBy(() -> others.resize(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void resize_bySeveralAtOnce_isNoSum() {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (DistributedSemaphore each : List.of(semaphore, others, watcher)) {
      TestThreads.Body resizes =
          () -> {
            for (int i = 0; i < 20; i++) {
              each.resize(PERMITS + i % 3);
            }
            each.resize(7);
          };
      all.add(actor("resizer").starts(resizes));
    }
    all.forEach(Actor::ends);
    assertThat(watcher.availablePermits()).isEqualTo(7);
  }

  @Test
  void drainPermits_ofANegativeBalance_servesWhoWaitsForZero() throws Exception {
    semaphore.reducePermits(PERMITS + 2);
    CompletableFuture<?> waiting = queue("waiter", () -> others.acquire(0));
    assertThat(semaphore.drainPermits()).isEqualTo(-2);
    Actor.ends(waiting);
    assertThat(watcher.availablePermits()).isZero();
  }
}
