package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the methods of a latch do, within one client. The latch of the JDK passes, too. */
public abstract class LatchContract extends LatchSuite {

  private void countedDown() {
    for (int i = 0; i < COUNT; i++) {
      latch.countDown();
    }
  }

  @Test
  void getCount_unused_isTheCountItWasMadeWith() {
    assertThat(latch.getCount()).isEqualTo(COUNT);
  }

  @Test
  void countDown_aboveZero_isOneLess_andAtZeroNothing() {
    latch.countDown();
    assertThat(latch.getCount()).isOne();
    latch.countDown();
    assertThat(latch.getCount()).isZero();
    latch.countDown();
    assertThat(latch.getCount()).isZero();
  }

  @Test
  void await_atZero_returnsAtOnce() throws Exception {
    countedDown();
    latch.await();
    assertThat(latch.await(0, TimeUnit.SECONDS)).isTrue();
    assertThat(latch.await(-1, TimeUnit.DAYS)).isTrue();
    assertThat(latch.await(Duration.ofSeconds(-1))).isTrue();
    assertThat(latch.await(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
  }

  @Test
  void await_aboveZero_allGoOnWithTheLastCountDown() {
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    waiting.add(parked("untimed", latch::await));
    waiting.add(parked("timed", () -> assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue()));
    waiting.add(
        parked("huge", () -> assertThat(latch.await(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue()));
    latch.countDown();
    stays(SHORT, "they wait", () -> waiting.stream().noneMatch(CompletableFuture::isDone));
    latch.countDown();
    waiting.forEach(Actor::ends);
  }

  @Test
  void await_timeIsOver_isFalse() throws Exception {
    long start = System.nanoTime();
    assertThat(latch.await(80, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(80_000_000);
    latch.countDown();
    assertThat(latch.await(Duration.ofMillis(1))).isFalse();
    latch.countDown();
    assertThat(latch.await(Duration.ofMillis(1))).isTrue();
  }

  @Test
  void await_noTime_doesNotWait() throws Exception {
    long start = System.nanoTime();
    assertThat(latch.await(0, TimeUnit.SECONDS)).isFalse();
    assertThat(latch.await(-1, TimeUnit.DAYS)).isFalse();
    assertThat(latch.await(Long.MIN_VALUE, TimeUnit.DAYS)).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
  }

  @Test
  void await_interruptedBefore_throwsEvenAtZero() {
    List<TestThreads.Body> calls =
        List.of(
            latch::await,
            () -> latch.await(1, TimeUnit.MINUTES),
            () -> latch.await(0, TimeUnit.SECONDS));
    for (int round = 0; round < 2; round++) {
      for (TestThreads.Body call : calls) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(call::run).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).as("the flag is used up").isFalse();
      }
      countedDown();
    }
  }

  @Test
  void await_interruptedWhileWaiting_throws() {
    for (TestThreads.Body call :
        List.<TestThreads.Body>of(latch::await, () -> latch.await(1, TimeUnit.MINUTES))) {
      Actor actor = actor("waiter");
      CompletableFuture<?> waiting = actor.starts(call);
      actor.awaitParked(waiting);
      actor.thread().interrupt();
      assertThat(Actor.failure(waiting)).isInstanceOf(InterruptedException.class);
      assertThat(actor.says(() -> Thread.currentThread().isInterrupted())).isFalse();
    }
    assertThat(latch.getCount()).isEqualTo(COUNT);
  }

  @Test
  void countDown_interruptedBefore_countsAndKeepsTheFlag() {
    Actor interrupted = actor("interrupted");
    interrupted.does(() -> Thread.currentThread().interrupt());
    interrupted.does(latch::countDown);
    assertThat(interrupted.says(latch::getCount)).isOne();
    assertThat(interrupted.says(() -> Thread.currentThread().isInterrupted())).isTrue();
  }
}
