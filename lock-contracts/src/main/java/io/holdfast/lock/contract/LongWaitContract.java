package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.process.CapturedLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log names a thread that waits for long, the holder meanwhile, and a hold that is lost. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LongWaitContract extends TimeSuite {

  /** Later than the limit of clients that set none, by less than a look. */
  private static final Duration LONG = Duration.ofSeconds(31);

  /** A hold lasts longer than 40 times 5 s, whatever becomes of its renewals. */
  private static final int MOST_LOOKS = 40;

  private CapturedLog log;

  @BeforeEach
  void listen() {
    requireServer();
    log = CapturedLog.begin();
  }

  @AfterEach
  void endListening() {
    if (log != null) { // the test was skipped
      log.close();
    }
  }

  private long lines(String... words) {
    return log.lines(words);
  }

  private void awaitLine(String... words) {
    eventually().isTrue("a line with " + String.join(", ", words), () -> lines(words) > 0);
  }

  @Test
  void wait_longerThanTheLimit_isToldWithTheHolderAndAgainWhenItHasDoubled() {
    Actor holder = holderOf(others);
    Actor waiter = actor("packer");
    CompletableFuture<?> waiting = waiter.starts(lock::lock);
    awaitQueueLength(1);
    assertThat(lines("has waited")).isZero();

    time.passes(LONG);
    awaitLine("INFO", name + "': thread", "packer", "has waited for 3", "other", "1 waiting");
    time.passes(LONG);
    awaitLine("has waited for 6");
    assertThat(lines("packer", "has waited for")).isEqualTo(2);

    holder.does(others::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    waiter.does(lock::unlock);
  }

  @Test
  void wait_ofAFutureBehindAThreadOfItsClient_isToldWithBoth() {
    Actor holder = holderOf(lock);
    CompletableFuture<?> waiting = lock.acquireAsync();
    time.passes(LONG);

    awaitLine(name + "': a future has waited for 3", "holder", "here has held it for 3");

    waiting.cancel(true);
    holder.does(lock::unlock);
  }

  @Test
  void hold_longWhileAnotherClientWaits_isTold() {
    Actor holder = holderOf(lock);
    Actor waiter = actor("packer");
    CompletableFuture<?> waiting = waiter.starts(others::lock);
    awaitQueueLength(1);

    AtomicInteger looks = new AtomicInteger();
    eventually()
        .isTrue(
            "a line tells of it",
            () -> {
              if (looks.getAndIncrement() < MOST_LOOKS) { // it may hear of the waiter after some
                time.passes(Duration.ofSeconds(5));
              }
              return lines("INFO", name, "holder", "here has held it for", "while others wait") > 0;
            });

    holder.does(lock::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    waiter.does(others::unlock);
  }

  @Test
  void hold_lostByForce_isTold() {
    Actor holder = holderOf(lock);
    long token = holdOf(holder, lock).token();

    others.forceUnlock();

    awaitLine(
        "WARN", name + "': the hold of thread", "holder", "is lost", "by force", "token " + token);
  }
}
