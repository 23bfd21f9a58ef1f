package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Strict order while owners come, go, give up and are interrupted: the server's numbers of arrival
 * rise with the tokens.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class FairChurnContract extends ContractSuite {

  private static final Duration CHURN = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofMinutes(1);
  private static final int CLIENTS = 4;

  /** Turns whose place is known, however slow the machine is. */
  private static final int ENOUGH = 21;

  private static final int THREADS_OF_A_CLIENT = 4;

  /**
   * A turn. A thread that was granted the lock before it learned its place knows only its token;
   * still, its place was certainly behind every number known when it asked.
   */
  private record Turn(long token, long arrival, long askedAfter) {
    boolean knowsItsPlace() {
      return arrival != token;
    }
  }

  private final Collection<Turn> turns = new ConcurrentLinkedQueue<>();
  private final AtomicInteger placesKnown = new AtomicInteger();
  private final AtomicInteger givenUp = new AtomicInteger();
  private final AtomicLong highestToken = new AtomicLong();

  // Protected only by the lock under test.
  private int counter;

  private void turn(LockClient client, Hold hold, long askedAfter) {
    int read = counter;
    Turn turn = new Turn(hold.token(), client.arrivalOf(hold), askedAfter);
    turns.add(turn);
    placesKnown.addAndGet(turn.knowsItsPlace() ? 1 : 0);
    highestToken.accumulateAndGet(hold.token(), Math::max);
    counter = read + 1;
  }

  private void assertStrictOrder() {
    assertThat(counter).as("updates that were not lost").isEqualTo(turns.size());
    List<Turn> byToken =
        turns.stream().sorted(Comparator.comparingLong(Turn::token).reversed()).toList();
    assertThat(byToken).extracting(Turn::token).doesNotHaveDuplicates();
    long placeOfALater = Long.MAX_VALUE; // the first of all that had their turn later
    for (Turn turn : byToken) {
      assertThat(placeOfALater)
          .as("place of who came after %s", turn)
          .isGreaterThan(turn.askedAfter());
      if (turn.knowsItsPlace()) {
        assertThat(placeOfALater)
            .as("place of who came after %s", turn)
            .isGreaterThan(turn.arrival());
        placeOfALater = turn.arrival();
      }
    }
    assertThat(byToken.stream().filter(Turn::knowsItsPlace).count()).isGreaterThanOrEqualTo(ENOUGH);
    awaitFreeAndUnwanted();
  }

  @Test
  void churn_timeOutsInterruptsAndCancellations_keepsTheOrderOfArrival() throws Exception {
    long end = System.nanoTime() + CHURN.toNanos();
    List<Thread> owners = new ArrayList<>();
    for (int c = 0; c < CLIENTS; c++) {
      LockClient client = open(ClientSpec.defaults());
      for (int t = 0; t < THREADS_OF_A_CLIENT; t++) {
        Random random = new Random(100L * c + t);
        owners.add(threads().start("owner-" + c + "-" + t, () -> churn(client, random, end)));
      }
    }
    Random random = new Random(7);
    Eventually.within(END)
        .isTrue(
            "disturbed long enough",
            () -> {
              owners.get(random.nextInt(owners.size())).interrupt();
              return System.nanoTime() - end >= 0;
            });
    threads().joinAll(END);
    assertThat(givenUp).as("have given up").hasPositiveValue();
    assertStrictOrder();
  }

  private void churn(LockClient client, Random random, long end) {
    DistributedLock view = client.lock(name);
    while (System.nanoTime() - end < 0 || placesKnown.get() < ENOUGH) {
      try {
        acquireSomehow(client, view, random);
      } catch (InterruptedException e) {
        givenUp.incrementAndGet();
      }
    }
    boolean unused = Thread.interrupted(); // one may have come after the last turn
  }

  private void acquireSomehow(LockClient client, DistributedLock view, Random random)
      throws InterruptedException {
    long before = highestToken.get();
    long waitMicros = random.nextInt(6000);
    Duration wait = Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(waitMicros));
    switch (random.nextInt(8)) {
      case 0 -> ofThread(client, view, before, view.tryLock(waitMicros, TimeUnit.MICROSECONDS));
      case 1 -> ofThread(client, view, before, view.tryLock());
      case 2 -> {
        view.lockInterruptibly();
        ofThread(client, view, before, true);
      }
      case 3 -> ofHandle(client, before, view.acquire());
      case 4 ->
          view.tryAcquire(wait)
              .ifPresentOrElse(hold -> ofHandle(client, before, hold), givenUp::incrementAndGet);
      case 5 -> cancelled(client, before, view.acquireAsync(), wait);
      case 6 ->
          limited(client, before, view.acquireAsync(AcquireOptions.defaults().waitAtMost(wait)));
      default -> {
        view.lock();
        view.lock();
        view.unlock();
        ofThread(client, view, before, true);
      }
    }
  }

  private void ofThread(LockClient client, DistributedLock view, long before, boolean isAcquired) {
    if (isAcquired) {
      turn(client, view.currentHold().orElseThrow(), before);
      view.unlock();
    } else {
      givenUp.incrementAndGet();
    }
  }

  private void ofHandle(LockClient client, long before, Hold hold) {
    turn(client, hold, before);
    hold.close();
  }

  private void cancelled(
      LockClient client, long before, CompletableFuture<Hold> acquiring, Duration wait) {
    LockSupport.parkNanos(wait.toNanos());
    if (acquiring.cancel(true)) {
      givenUp.incrementAndGet();
    } else {
      ofHandle(client, before, acquiring.join());
    }
  }

  private void limited(LockClient client, long before, CompletableFuture<Hold> acquiring) {
    // Not interruptible: a hold that arrives would be left.
    acquiring
        .handle((hold, thrown) -> hold == null ? List.<Hold>of() : List.of(hold))
        .join()
        .forEach(hold -> ofHandle(client, before, hold));
  }

  @Test
  void turns_ofOneClient_haveEachANumberAndKeepItsOrder() throws Exception {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock view = client.lock(name);
    threads()
        .start(
            4,
            "owner",
            () -> {
              for (int i = 0; i < 100; i++) {
                long before = highestToken.get();
                view.lock();
                ofThread(client, view, before, true);
              }
            });
    threads().joinAll(END);

    assertThat(turns).hasSize(400);
    assertStrictOrder();
  }
}
