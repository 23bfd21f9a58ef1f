package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Elections over locks without a server; each client of the space is a process. */
class LeaderElectionTest {

  private final LocalLocks locks = LocalLocks.create();
  private final LocalLocks there = locks.client("another process");
  private final DistributedLock lock = locks.get("billing");
  private final DistributedLock other = there.get("billing");

  @AfterEach
  void close() {
    locks.close();
    there.close();
    eventually().isTrue("no thread is left", () -> ownThreads().isEmpty());
  }

  private static List<String> ownThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("holdfast-leader-"))
        .toList();
  }

  private void awaitWaiting(int number) {
    eventually().isTrue(number + " wait", () -> lock.inspect().queueLength() == number);
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
  }

  // ---- granted and revoked

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
              LeaderElectionTest.await(mayReturn);
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
  void loss_isToldAndThisOneStandsAgainAfterTheListenerHasReturned() throws Exception {
    CountDownLatch mayReturn = new CountDownLatch(1);
    Heard slow =
        new Heard() {
          @Override
          public void revoked(Leadership leadership) {
            super.revoked(leadership);
            try {
              LeaderElectionTest.await(mayReturn);
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
            LeaderElectionTest.await(mayReturn);
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

  // ---- listeners that throw

  @Test
  void granted_throws_isRevokedAndAnotherLeads() {
    AtomicInteger times = new AtomicInteger();
    Heard broken =
        new Heard() {
          @Override
          public void granted(Leadership leadership) throws Exception {
            super.granted(leadership);
            if (times.incrementAndGet() < 3) {
              throw new NoClassDefFoundError("the work could not begin");
            }
          }
        };
    Heard otherHeard = new Heard();
    try (LeaderElection next = LeaderElection.start(other, otherHeard)) {
      Leadership first = otherHeard.term(1);
      try (LeaderElection election = LeaderElection.start(lock, broken)) {
        awaitWaiting(1);
        first.resign();
        Leadership refused = broken.term(1);

        otherHeard.term(2).resign();

        assertThat(refused.isValid()).isFalse();
        assertThat(broken.calls())
            .startsWith("granted " + refused.token(), "revoked " + refused.token());
        eventually().isTrue("it tries on", () -> broken.terms() == 3 || resignNext(otherHeard));
        assertThat(broken.term(3).isValid()).isTrue();
        assertThat(election.leadership()).isPresent();
      }
    }
  }

  @Test
  void granted_throwsAgainAndAgain_pausesBetween() {
    Heard broken =
        new Heard() {
          @Override
          public void granted(Leadership leadership) throws Exception {
            super.granted(leadership);
            throw new IllegalStateException("the work could not begin");
          }
        };
    long start = System.nanoTime();
    try (LeaderElection election = LeaderElection.start(lock, broken)) {
      Leadership third = broken.term(3);

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(Duration.ofMillis(300));
      eventually().isTrue("it does not lead", () -> !third.isValid());
      assertThat(election.toString()).contains("billing");
    }
  }

  private static boolean resignNext(Heard heard) {
    heard.term(heard.terms()).resign();
    return false;
  }

  @Test
  void revokedOrCallback_throws_disturbsNobody() {
    Heard broken =
        new Heard() {
          @Override
          public void revoked(Leadership leadership) {
            super.revoked(leadership);
            throw new IllegalStateException("the work could not be stopped");
          }
        };
    try (LeaderElection election = LeaderElection.start(lock, broken)) {
      Leadership leadership = broken.term(1);
      AtomicBoolean told = new AtomicBoolean();
      leadership.onRevoked(
          () -> {
            throw new IllegalStateException("a callback");
          });
      leadership.onRevoked(() -> told.set(true));

      leadership.resign();

      assertThat(told).isTrue();
      assertThat(broken.term(2).isValid()).isTrue();
      assertThat(election.leadership()).isPresent();
    }
  }

  // ---- close

  @Test
  void close_whileItLeads_revokesReleasesAndStandsNoMore() {
    Heard heard = new Heard();
    LeaderElection election = LeaderElection.start(lock, heard);
    Leadership leadership = heard.term(1);

    election.close();
    election.close();

    assertThat(leadership.isValid()).isFalse();
    assertThat(heard.calls())
        .containsExactly("granted " + leadership.token(), "revoked " + leadership.token());
    assertThat(lock.isLocked()).isFalse();
    assertThat(election.leadership()).isEmpty();
    assertThat(election).hasToString("LeaderElection['billing', closed]");
  }

  @Test
  void close_whileItWaits_withdrawsAndTellsNothing() throws Exception {
    Heard heard = new Heard();
    try (Hold hold = other.acquire()) {
      LeaderElection election = LeaderElection.start(lock, heard);
      awaitWaiting(1);

      election.close();

      awaitWaiting(0);
      assertThat(hold.isValid()).isTrue();
    }
    assertThat(lock.isLocked()).isFalse();
    assertThat(heard.calls()).isEmpty();
  }

  @Test
  void close_inAnyCall_returnsAndTheElectionEnds() {
    for (String where : List.of("granted", "revoked", "callback", "callback of a loss")) {
      CompletableFuture<LeaderElection> election = new CompletableFuture<>();
      CompletableFuture<String> returned = new CompletableFuture<>();
      Heard heard =
          new Heard() {
            @Override
            public void granted(Leadership leadership) throws Exception {
              super.granted(leadership);
              leadership.onRevoked(() -> closeIf(where.startsWith("callback")));
              closeIf(where.equals("granted"));
            }

            @Override
            public void revoked(Leadership leadership) {
              super.revoked(leadership);
              closeIf(where.equals("revoked"));
            }

            private void closeIf(boolean here) {
              if (here) {
                election.join().close();
                returned.complete(where);
              }
            }
          };
      election.complete(LeaderElection.start(lock, heard));
      Leadership leadership = heard.term(1);
      if (where.endsWith("loss")) {
        other.forceUnlock();
      } else if (!where.equals("granted")) {
        leadership.resign();
      }

      assertThat(returned.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(where);
      election.join().close();

      assertThat(heard.calls())
          .as(where)
          .containsExactly("granted " + leadership.token(), "revoked " + leadership.token());
      assertThat(lock.isLocked()).as(where).isFalse();
    }
  }

  @Test
  void close_waitsForTheListener_untilItIsInterrupted() throws Exception {
    CountDownLatch mayReturn = new CountDownLatch(1);
    Heard slow =
        new Heard() {
          @Override
          public void granted(Leadership leadership) throws Exception {
            super.granted(leadership);
            LeaderElectionTest.await(mayReturn);
          }
        };
    try (TestThreads threads = TestThreads.open()) {
      LeaderElection election = LeaderElection.start(lock, slow);
      slow.term(1);
      CompletableFuture<Boolean> keptFlag = new CompletableFuture<>();
      Thread closer =
          threads.start(
              "closer",
              () -> {
                election.close();
                keptFlag.complete(Thread.interrupted());
              });
      CompletableFuture<Void> closed = election.closeAsync();
      eventually().isTrue("it waits", () -> closer.getState() == Thread.State.WAITING);
      assertThat(election.leadership()).isEmpty();
      assertThat(lock.isLocked()).as("while the leader works").isTrue();

      closer.interrupt();

      assertThat(keptFlag.get(60, TimeUnit.SECONDS)).isTrue();
      assertThat(closed).isNotDone();
      mayReturn.countDown();
      assertThat(closed).succeedsWithin(60, TimeUnit.SECONDS);
      assertThat(lock.isLocked()).isFalse();
    }
  }

  @Test
  void client_closed_revokesAndEndsTheElection() {
    Heard heard = new Heard();
    LeaderElection election = LeaderElection.start(lock, heard);
    Leadership leadership = heard.term(1);

    locks.close();

    heard.awaitCalls(2);
    assertThat(leadership.lossCause()).contains(LossCause.CLIENT_CLOSED);
    eventually().isTrue("it is closed", () -> election.toString().contains("closed"));
    election.close();
  }

  // ---- the thread

  @Test
  void listener_isCalledByADaemonThreadThatEndsWhenThereIsNothingToDo() {
    List<Thread> callers = new CopyOnWriteArrayList<>();
    Heard heard =
        new Heard() {
          @Override
          public void granted(Leadership leadership) throws Exception {
            callers.add(Thread.currentThread());
            super.granted(leadership);
          }
        };
    try (LeaderElection election = LeaderElection.start(lock, heard)) {
      Leadership first = heard.term(1);
      assertThat(callers.get(0).getName()).isEqualTo("holdfast-leader-billing");
      assertThat(callers.get(0).isDaemon()).isTrue();

      eventually().isTrue("the thread has ended", () -> !callers.get(0).isAlive());

      assertThat(first.isValid()).isTrue();
      first.resign();
      assertThat(heard.term(2).isValid()).isTrue();
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void thread_isStartedByWhoever_hasTheClassLoaderOfTheBeginAndNoThreadLocals() throws Exception {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    Thread starter = Thread.currentThread();
    ClassLoader before = starter.getContextClassLoader();
    ClassLoader ofTheBegin = new ClassLoader(before) {};
    starter.setContextClassLoader(ofTheBegin);
    ElectionThread thread = new ElectionThread("holdfast-leader-clean");
    starter.setContextClassLoader(before);
    local.set("of the starter");

    CompletableFuture<Optional<String>> inherited = new CompletableFuture<>();
    CompletableFuture<ClassLoader> loader = new CompletableFuture<>();
    thread.run(
        () -> {
          inherited.complete(Optional.ofNullable(local.get()));
          loader.complete(Thread.currentThread().getContextClassLoader());
        });

    assertThat(inherited.get(60, TimeUnit.SECONDS)).isEmpty();
    assertThat(loader.get(60, TimeUnit.SECONDS)).isSameAs(ofTheBegin);
    thread.end();
  }

  @Test
  void thread_cannotBeStarted_isTriedAgain() {
    AtomicInteger asked = new AtomicInteger();
    CompletableFuture<String> retrier = new CompletableFuture<>();
    ElectionThread thread =
        new ElectionThread(
            task -> {
              if (asked.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              retrier.complete(Thread.currentThread().getName());
              return new Thread(task, "holdfast-leader-late");
            });
    Heard heard = new Heard();
    Candidate candidate = new Candidate(lock, heard, false, thread, Pauses.FIRST);

    candidate.begin();

    assertThat(heard.term(1).isValid()).isTrue();
    assertThat(retrier.join()).as("the JDK's timer, no new thread").containsIgnoringCase("delay");
    assertThat(candidate.close()).succeedsWithin(60, TimeUnit.SECONDS);
  }
}
