package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.process.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Losses, also those that are told late, never, or after a resignation. */
class LosingTest extends LocalElections {

  private final Heard heard = new Heard();

  @Test
  void loss_isToldAndThisOneStandsAgainAfterTheListenerHasReturned() throws Exception {
    CountDownLatch mayReturn = new CountDownLatch(1);
    Heard slow =
        new Heard() {
          @Override
          public void revoked(Leadership leadership) {
            super.revoked(leadership);
            try {
              LocalElections.await(mayReturn);
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
        };
    try (LeaderElection election = LeaderElection.start(lock, slow)) {
      Leadership lost = slow.term(1);
      AtomicInteger told = new AtomicInteger();
      lost.onRevoked(told::incrementAndGet);

      assertThat(other.forceUnlock()).isTrue();

      slow.awaitCalls(2);
      assertThat(lost.isValid()).isFalse();
      assertThat(lost.lossCause()).contains(LossCause.FORCED);
      assertThat(told).hasValue(1);
      stays(
          Duration.ofMillis(200),
          "no candidate before the listener has stopped",
          () -> !lock.isLocked());
      mayReturn.countDown();
      assertThat(slow.term(2).token()).isGreaterThan(lost.token());
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void loss_whileGrantedStillRuns_isVisibleAtOnceAndRevokedFollows() throws Exception {
    CountDownLatch mayReturn = new CountDownLatch(1);
    Heard slow =
        new Heard() {
          @Override
          public void granted(Leadership leadership) throws Exception {
            super.granted(leadership);
            LocalElections.await(mayReturn);
          }
        };
    try (LeaderElection election = LeaderElection.start(lock, slow)) {
      Leadership lost = slow.term(1);
      CountDownLatch told = new CountDownLatch(1);
      lost.onRevoked(told::countDown);

      assertThat(other.forceUnlock()).isTrue();

      await(told);
      assertThat(lost.isValid()).isFalse();
      assertThat(election.leadership()).isEmpty();
      assertThat(slow.calls()).containsExactly("granted " + lost.token());
      mayReturn.countDown(); // it was not interrupted, or it would have thrown
      slow.awaitCalls(3);
      assertThat(slow.calls())
          .containsExactly(
              "granted " + lost.token(),
              "revoked " + lost.token(),
              "granted " + slow.term(2).token());
    }
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

  /** The lock, which grants this hold first. */
  private DistributedLock granting(Hold first) {
    AtomicInteger requests = new AtomicInteger();
    return Replaced.in(
        DistributedLock.class,
        lock,
        "acquireAsync",
        () ->
            requests.getAndIncrement() == 0
                ? CompletableFuture.completedFuture(first)
                : lock.acquireAsync());
  }

  private static Hold withoutNews(Hold real) {
    return Replaced.in(Hold.class, real, "onLost", () -> null);
  }

  /** The news may be queued behind the callback that closes the election. */
  @Test
  void close_lostAndNotToldYet_doesNotWaitForTheNews() throws Exception {
    Hold real = lock.acquire();
    Hold silent =
        Replaced.in(Hold.class, withoutNews(real), "remaining", () -> Duration.ofHours(1));
    LeaderElection election = LeaderElection.start(granting(silent), heard);
    heard.term(1);
    assertThat(other.forceUnlock()).isTrue();
    eventually().isTrue("the leadership is lost", () -> election.leadership().isEmpty());

    assertThat(election.closeAsync()).succeedsWithin(60, TimeUnit.SECONDS);

    assertThat(heard.calls()).containsExactly("granted " + real.token(), "revoked " + real.token());
  }

  @Test
  void news_areDropped_isRevokedSoonAfterItsLease() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    Hold real = lock.acquire();
    Hold silent =
        Replaced.in(
            Hold.class,
            withoutNews(real),
            "remaining",
            () -> {
              looks.incrementAndGet();
              return Duration.ZERO;
            });
    try (LeaderElection election = LeaderElection.start(granting(silent), heard)) {
      eventually().isTrue("it was looked at, and is valid", () -> looks.get() >= 2);

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
