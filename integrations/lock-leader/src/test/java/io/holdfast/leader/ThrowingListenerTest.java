package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Listeners and callbacks that throw. */
class ThrowingListenerTest extends LocalElections {

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
}
