package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.local.LocalLocks;
import io.holdfast.lock.testkit.process.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Losses that are told late, never, or after a resignation. */
class LosingTest {

  private final LocalLocks locks = LocalLocks.create();
  private final LocalLocks there = locks.client("another process");
  private final DistributedLock lock = locks.get("billing");
  private final DistributedLock other = there.get("billing");
  private final Heard heard = new Heard();

  @AfterEach
  void close() {
    locks.close();
    there.close();
  }

  /** The work sees the loss by the clock, and returns before anybody is told. */
  @Test
  void resign_lostAndNotToldYet_endsAtOnceAndTheNewsCorrectTheCause() throws Exception {
    List<LossCause> news = new CopyOnWriteArrayList<>();
    AtomicBoolean isValid = new AtomicBoolean(true);
    try (Hold real = lock.acquire()) {
      Hold hold = Replaced.in(Hold.class, real, "isValid", isValid::get);
      Term term = new Term(hold, over -> over.lossCause().ifPresent(news::add));
      isValid.set(false);

      term.resign();

      assertThat(news).containsExactly(LossCause.EXPIRED);
      assertThat(term.isResigned()).isFalse();
      term.lose(LossCause.FORCED);
      assertThat(term.lossCause()).contains(LossCause.FORCED);
      assertThat(news).hasSize(1);
    }
  }

  /** The news of the second loss are queued behind the callback that closes the second election. */
  @Test
  void close_inTheNewsOfAnotherLoss_doesNotWaitForNewsOfItsOwn() {
    CompletableFuture<Void> mayClose = new CompletableFuture<>();
    CompletableFuture<Void> isClosed = new CompletableFuture<>();
    Heard secondHeard = new Heard();
    LeaderElection second = LeaderElection.start(locks.get("invoices"), secondHeard);
    Leadership secondTerm = secondHeard.term(1);
    try (LeaderElection election = LeaderElection.start(lock, heard)) {
      heard
          .term(1)
          .onRevoked(
              () -> {
                mayClose.join();
                second.close();
                isClosed.complete(null);
              });
      assertThat(other.forceUnlock()).isTrue();
      assertThat(there.get("invoices").forceUnlock()).isTrue();
      eventually().isTrue("the second is lost", () -> !secondTerm.isValid());

      mayClose.complete(null);

      assertThat(isClosed).succeedsWithin(60, TimeUnit.SECONDS);
      assertThat(secondHeard.calls()).contains("revoked " + secondTerm.token());
      assertThat(heard.term(2).isValid()).isTrue();
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void news_areDropped_isRevokedSoonAfterItsLease() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger requests = new AtomicInteger();
    Hold real = lock.acquire();
    Hold silent =
        Replaced.in(
            Hold.class,
            Replaced.in(Hold.class, real, "onLost", () -> null),
            "remaining",
            () -> {
              looks.incrementAndGet();
              return Duration.ZERO;
            });
    DistributedLock granting =
        Replaced.in(
            DistributedLock.class,
            lock,
            "acquireAsync",
            () ->
                requests.getAndIncrement() == 0
                    ? CompletableFuture.completedFuture(silent)
                    : lock.acquireAsync());
    try (LeaderElection election = LeaderElection.start(granting, heard)) {
      eventually().isTrue("it was looked at, and is valid", () -> looks.get() == 2);

      assertThat(other.forceUnlock()).isTrue();

      Leadership second = heard.term(2);
      assertThat(heard.calls())
          .containsExactly(
              "granted " + real.token(), "revoked " + real.token(), "granted " + second.token());
      assertThat(heard.term(1).lossCause()).contains(LossCause.EXPIRED);
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void lock_isTakenWhileAResignedLeaderStops_isToldByTheCauseAndTheLog() {
    CompletableFuture<LossCause> cause = new CompletableFuture<>();
    Heard stopping =
        new Heard() {
          @Override
          public void revoked(Leadership leadership) {
            if (!cause.isDone()) {
              boolean unused = other.forceUnlock();
              cause.complete(
                  eventually()
                      .expect("the news", leadership::lossCause, one -> one.isPresent())
                      .orElseThrow());
            }
            super.revoked(leadership);
          }
        };
    try (CapturedLog captured = CapturedLog.begin();
        LeaderElection election = LeaderElection.start(lock, stopping)) {
      Leadership first = stopping.term(1);

      first.resign();

      assertThat(stopping.term(2).token()).isGreaterThan(first.token());
      assertThat(cause).isCompletedWithValue(LossCause.FORCED);
      assertThat(captured.lines("WARN", "'billing'", "after it resigned")).isEqualTo(1);
      assertThat(election.leadership()).isPresent();
    }
  }
}
