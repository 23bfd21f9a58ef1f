package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The end of an election. */
class ClosingTest extends LocalElections {

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
            LocalElections.await(mayReturn);
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
}
