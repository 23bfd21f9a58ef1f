package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Lease;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Every request of a pool, broken at every point of its way: no permit is lost or invented, long
 * before a lease ends.
 */
public abstract class PoolLostAnswerContract extends PoolFaultSuite implements LostAnswerContract {

  private void assertNoneLostOrInvented(Mishap mishap) {
    awaitIdle();
    assertExactly(SIZE, others);
    assertThat(others.inspect().size()).as("%s", mishap).isEqualTo(SIZE);
  }

  @Test
  @DisplayName("failure 5: a release that serves others is broken at every point")
  void close_othersWaitAndItIsBrokenAnywhere_servesThemOnce() throws Exception {
    for (Mishap mishap : Mishap.values()) {
      PermitPool asked = anotherBehindTheProxy();
      Permit all = asked.acquire(SIZE);
      CompletableFuture<Permit> first = queue(others, 3);
      CompletableFuture<Permit> second = queue(others, 2);
      Rule rule = faults().befallsNext(mishap);
      all.close();
      awaitFired(rule);
      Permit three = assertThat(first).as("%s", mishap).succeedsWithin(LIMIT).actual();
      stays(SHORT, "a repeated release gives nothing", () -> !second.isDone() && out() == 3);
      three.close();
      Actor.succeeds(second).close();
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  @DisplayName("failure 8: the connection is cut at every point of extend()")
  void extend_cutAnywhere_losesNothing() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      try (Permit two = asked.acquire(2)) {
        awaitNothingUnderWay();
        Rule rule = faults().befallsNext(mishap);
        boolean isKnown = succeeds(() -> two.extend(Duration.ofSeconds(50)));
        awaitFired(rule);
        assertThat(two.isValid()).as("%s", mishap).isTrue();
        assertThat(out()).isEqualTo(2);
        if (isKnown) {
          assertThat(two.remaining()).isGreaterThan(Duration.ofSeconds(40));
        }
      }
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  @DisplayName("failure 8: the connection is cut at every point of a renewal")
  void renewal_cutAnywhere_isRepeatedInTime() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy(spec().lease(SHORT_LEASE));
      try (Permit two = asked.acquire(2)) {
        awaitNothingUnderWay();
        Rule rule = faults().befallsNext(mishap);
        awaitFired(rule);
        stays(SHORT_LEASE, "kept", () -> two.isValid() && out() == 2);
      }
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  @DisplayName("failure 7: a renewal is answered after its time-out")
  void renewal_answeredTooLate_wasRepeatedInTime() throws Exception {
    PermitPool asked = anotherBehindTheProxy(spec().lease(SHORT_LEASE));
    try (Permit two = asked.acquire(2)) {
      awaitNothingUnderWay();
      Rule late = proxy.when(Command.script()).delayReply(Duration.ofMillis(500));
      awaitFired(late);
      stays(BEYOND_SHORT_LEASE, "kept", () -> two.isValid() && out() == 2);
    }
    assertNoneLostOrInvented(Mishap.ANSWER_LOST);
  }

  @Test
  @DisplayName(
      "failure 52: a waiter leaves, and the connection is cut at every point of that request")
  void cancel_cutAnywhere_leavesNoTicketAndHoldsUpNobody() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      try (Permit three = others.acquire(3)) {
        PermitPool asked = anotherBehindTheProxy();
        CompletableFuture<Permit> large = queue(asked, 2);
        CompletableFuture<Permit> small = queue(others, 1);
        stays(Duration.ofMillis(60), "nothing is under way", () -> true);
        Rule rule = faults().befallsNext(mishap);
        large.cancel(false);
        awaitFired(rule);
        Permit one = assertThat(small).as("%s", mishap).succeedsWithin(LIMIT).actual();
        awaitQueueLength(0);
        one.close();
        assertThat(three.isValid()).isTrue();
      }
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  @DisplayName("failure 3: the connection is cut where the grant of a fixed lease is confirmed")
  void grant_itsConfirmationCutAnywhere_outlivesTheClaim() throws Exception {
    AcquireOptions fixed = AcquireOptions.defaults().lease(Lease.fixed(Duration.ofSeconds(20)));
    // Not where all answers are lost: an unconfirmed grant ends with its claim.
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Permit all = others.acquire(SIZE);
      CompletableFuture<Permit> waiting = queue(asked, 3, fixed);
      stays(Duration.ofMillis(60), "nothing is under way", () -> true);
      Rule rule = faults().befallsNext(mishap);
      all.close();
      Permit three = assertThat(waiting).as("%s", mishap).succeedsWithin(GIVEN_UP).actual();
      awaitFired(rule);
      stays(
          ClientSpec.Pace.QUICK.claimLease().plus(SHORT),
          "longer than the claim",
          () -> three.isValid() && out() == 3);
      three.close();
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  void inspect_cutAnywhere_changesNothing() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Rule rule = faults().befallsNext(mishap);
      boolean unused = succeeds(asked::inspect);
      awaitFired(rule);
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  void resize_cutAnywhere_isOneOfBothAndCanBeRepeated() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Rule rule = faults().befallsNext(mishap);
      boolean isKnown = succeeds(() -> asked.resize(2));
      awaitFired(rule);
      int size = others.inspect().size();
      assertThat(size).as("%s", mishap).isIn(isKnown ? new Object[] {2} : new Object[] {2, SIZE});
      assertExactly(size, others);
      eventually().isTrue("works again", () -> succeeds(() -> asked.resize(SIZE)));
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  void reset_cutAnywhere_takesAllOrNone() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Permit three = others.acquire(3);
      Rule rule = faults().befallsNext(mishap);
      boolean isKnown = succeeds(asked::reset);
      awaitFired(rule);
      assertThat(out()).as("%s", mishap).isIn(isKnown ? new Object[] {0} : new Object[] {0, 3});
      if (out() == 0) {
        eventually().isTrue("told", () -> !three.isValid());
        assertThatThrownBy(three::close).isInstanceOf(IllegalMonitorStateException.class);
      } else {
        three.close();
      }
      assertNoneLostOrInvented(mishap); // if it has ended, the next request begins it again
    }
  }
}
