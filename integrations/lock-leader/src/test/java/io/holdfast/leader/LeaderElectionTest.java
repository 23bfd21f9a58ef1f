package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What a listener hears, and in which order. */
class LeaderElectionTest extends LocalElections {

  @Test
  void start_lockIsFree_leadsWithTheTokenOfTheLock() {
    Heard heard = new Heard();
    try (LeaderElection election = LeaderElection.start(lock, heard)) {
      Leadership leadership = heard.term(1);

      assertThat(leadership.isValid()).isTrue();
      assertThat(leadership.lockName()).isEqualTo("billing");
      assertThat(leadership.lossCause()).isEmpty();
      assertThat(election.leadership()).containsSame(leadership);
      assertThat(election)
          .hasToString("LeaderElection['billing', leads with token %s]", leadership.token());
      assertThat(other.tryAcquire()).isEmpty();
    }
  }

  @Test
  void start_anotherLeads_waitsAndThenLeadsWithAGreaterToken() throws Exception {
    Heard heard = new Heard();
    try (Hold before = other.acquire();
        LeaderElection election = LeaderElection.start(lock, heard)) {
      awaitWaiting(1);
      assertThat(election.leadership()).isEmpty();
      assertThat(election).hasToString("LeaderElection['billing', waits]");

      before.close();

      assertThat(heard.term(1).token()).isGreaterThan(before.token());
    }
  }

  @Test
  void resign_othersWait_theyLeadFirstAndThenThisOneAgain() {
    Heard heard = new Heard();
    Heard otherHeard = new Heard();
    try (LeaderElection election = LeaderElection.start(lock, heard)) {
      Leadership first = heard.term(1);
      try (LeaderElection next = LeaderElection.start(other, otherHeard)) {
        awaitWaiting(1);

        first.resign();

        assertThat(first.isValid()).isFalse();
        assertThat(election.leadership()).isEmpty();
        Leadership second = otherHeard.term(1);
        awaitWaiting(1);
        second.resign();
        Leadership third = heard.term(2);
        assertThat(List.of(first.token(), second.token(), third.token())).isSorted();
        assertThat(heard.calls())
            .containsExactly(
                "granted " + first.token(), "revoked " + first.token(), "granted " + third.token());
      }
    }
  }

  @Test
  void resign_listenerIsStillBeingRevoked_nobodyElseLeads() throws Exception {
    CountDownLatch mayReturn = new CountDownLatch(1);
    CountDownLatch inRevoked = new CountDownLatch(1);
    Heard slow =
        new Heard() {
          @Override
          public void revoked(Leadership leadership) {
            inRevoked.countDown();
            try {
              LocalElections.await(mayReturn);
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
            super.revoked(leadership);
          }
        };
    try (LeaderElection election = LeaderElection.start(lock, slow)) {
      Leadership leadership = slow.term(1);
      CompletableFuture<Hold> next = other.acquireAsync();

      leadership.resign();

      await(inRevoked);
      assertThat(lock.inspect().holder().map(LockInspection.Holder::token))
          .contains(leadership.token());
      assertThat(next).isNotDone();
      mayReturn.countDown();
      assertThat(next.get(60, TimeUnit.SECONDS).token()).isGreaterThan(leadership.token());
      assertThat(slow.calls()).contains("revoked " + leadership.token());
      assertThat(election.leadership()).isEmpty();
    }
  }

  @Test
  void onRevoked_afterTheEnd_runsAtOnce() {
    Heard heard = new Heard();
    try (LeaderElection election = LeaderElection.start(lock, heard)) {
      Leadership leadership = heard.term(1);
      leadership.resign();
      leadership.resign();

      AtomicBoolean told = new AtomicBoolean();
      leadership.onRevoked(() -> told.set(true));

      assertThat(told).isTrue();
      assertThat(leadership.lossCause()).isEmpty();
      heard.awaitCalls(3);
      assertThat(heard.calls()).containsOnlyOnce("revoked " + leadership.token());
      assertThatThrownBy(() -> leadership.onRevoked(null)).isInstanceOf(NullPointerException.class);
    }
  }

  /** Resignations, losses and takers in any order: one call at a time, in order, tokens rise. */
  @Test
  void listener_manyTerms_isCalledInOrderAndNeverTwiceAtATime() throws Exception {
    Set<String> wrong = ConcurrentHashMap.newKeySet();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger terms = new AtomicInteger();
    LeaderListener listener =
        new LeaderListener() {
          private long last; // without a lock: what one call writes is visible to the next
          private boolean leads;

          @Override
          public void granted(Leadership leadership) {
            enter(!leads && leadership.token() > last, "granted out of order");
            leads = true;
            last = leadership.token();
            terms.incrementAndGet();
            inside.decrementAndGet();
          }

          @Override
          public void revoked(Leadership leadership) {
            enter(leads && leadership.token() == last, "revoked out of order");
            leads = false;
            inside.decrementAndGet();
          }

          private void enter(boolean inOrder, String what) {
            if (inside.incrementAndGet() != 1 || !inOrder) {
              wrong.add(what);
            }
          }
        };
    AtomicBoolean isOver = new AtomicBoolean();
    ElectionThread thread = new ElectionThread("holdfast-leader-fast");
    Candidate election = new Candidate(lock, listener, false, thread, Duration.ofNanos(1_000));
    election.begin();
    try (TestThreads threads = TestThreads.open()) {
      var unused =
          threads.start(
              2,
              "resigns",
              () -> {
                while (!isOver.get()) {
                  election.leadership().ifPresent(Leadership::resign);
                  LockSupport.parkNanos(100_000);
                }
              });
      var unusedToo =
          threads.start(
              "takes",
              () -> {
                while (!isOver.get()) {
                  other.acquire().close();
                  boolean unusedAnswer = other.forceUnlock();
                }
              });
      eventually().isTrue("100 terms", () -> terms.get() >= 100);
      isOver.set(true);
      assertThat(election.close()).succeedsWithin(60, TimeUnit.SECONDS);
      threads.joinAll();
    }
    assertThat(wrong).isEmpty();
    assertThat(inside).hasValue(0);
  }
}
