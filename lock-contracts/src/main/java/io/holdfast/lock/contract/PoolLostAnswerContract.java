package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Every request of a pool, broken at every point of its way: no permit is lost or invented, long
 * before a lease ends.
 */
public abstract class PoolLostAnswerContract extends PoolFaultSuite {

  /** The points at which the client notices the fault at once, and not only after some seconds. */
  private static final Set<Point> CUTS = EnumSet.complementOf(EnumSet.of(Point.ANSWER_LOST));

  private void assertNoneLostOrInvented(Point point) {
    awaitIdle();
    assertExactly(SIZE, others);
    assertThat(others.inspect().size()).as("%s", point).isEqualTo(SIZE);
  }

  @Test
  @DisplayName("failures 1 and 3: acquire() is broken at every point")
  void acquire_brokenAnywhere_takesThemOnce() throws Exception {
    for (Point point : Point.values()) {
      PermitPool asked = anotherBehindTheProxy();
      Rule rule = breakNext(point);
      // more than are left: a retry must recognize them as its own
      try (Permit three = asked.acquire(3)) {
        awaitFired(rule);
        assertThat(three.isValid()).isTrue();
        assertThat(out()).as("%s", point).isEqualTo(3);
        assertExactly(1, others);
      }
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  @DisplayName("failures 1 and 3: tryAcquire() is broken at every point")
  void tryAcquire_brokenAnywhere_hasThemOrThrowsAndTheyAreBackSoon() throws Exception {
    for (Point point : Point.values()) {
      PermitPool asked = anotherBehindTheProxy();
      Rule rule = breakNext(point);
      Optional<Permit> two = Optional.empty();
      try {
        two = asked.tryAcquire(2);
      } catch (LockServerException e) {
        assertThat(point).as("%s", e).isNotEqualTo(Point.AFTER_THE_ANSWER);
      }
      awaitFired(rule);
      two.ifPresent(Permit::close);
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  @DisplayName("failure 2: a request arrives when it was withdrawn over another connection")
  void tryAcquire_arrivesAfterItsWithdrawal_takesNothing() throws Exception {
    Rule late = proxy.when(Command.script()).holdCommand();
    assertThatThrownBy(() -> pool.tryAcquire(3)).isInstanceOf(LockServerException.class);
    long withdrawn = scriptCalls();
    within(GIVEN_UP).isTrue("withdrawn over a new connection", () -> scriptCalls() > withdrawn);
    stays(SHORT, "that is done", () -> out() == 0);
    long before = scriptCalls();

    late.release();

    eventually().isTrue("the late one is executed", () -> scriptCalls() > before);
    stays(A_WHILE, "nobody has any", () -> out() == 0);
    assertExactly(SIZE, others);
  }

  @Test
  @DisplayName("failures 1 and 3: the request that queues is broken at every point")
  void acquireAsync_queuedAndBrokenAnywhere_isServedOnceInItsTurn() throws Exception {
    for (Point point : Point.values()) {
      Permit all = others.acquire(SIZE);
      PermitPool asked = anotherThatWaits();
      Rule rule = breakNext(point);
      CompletableFuture<Permit> waiting = asked.acquireAsync(2, AcquireOptions.defaults());
      awaitFired(rule);
      awaitQueueLength(1);
      all.close();
      Permit two = assertThat(waiting).as("%s", point).succeedsWithin(GIVEN_UP).actual();
      assertThat(out()).as("%s", point).isEqualTo(2);
      two.close();
      assertNoneLostOrInvented(point);
    }
  }

  /** Makes its scripts known although no permit is free. */
  private PermitPool anotherThatWaits() {
    PermitPool asked = open(spec().label("waits")).pool(name, SIZE);
    assertThat(asked.tryAcquire()).isEmpty();
    stays(Duration.ofMillis(30), "nothing is under way", () -> true);
    return asked;
  }

  @Test
  @DisplayName("failures 5 and 6: close() is broken at every point")
  void close_brokenAnywhere_givesThemBackOnce() throws Exception {
    for (Point point : Point.values()) {
      try (Permit mine = others.acquire(1)) {
        PermitPool asked = anotherBehindTheProxy();
        Permit two = asked.acquire(2);
        stays(Duration.ofMillis(30), "nothing is under way", () -> true);
        Rule rule = breakNext(point);
        two.close();
        awaitFired(rule);
        eventually().expect("only mine is out", this::out, out -> out == 1);
        assertThat(mine.isValid()).isTrue();
        assertExactly(SIZE - 1, others);
      }
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  @DisplayName("failure 5: a release that serves others is broken at every point")
  void close_othersWaitAndItIsBrokenAnywhere_servesThemOnce() throws Exception {
    for (Point point : Point.values()) {
      PermitPool asked = anotherBehindTheProxy();
      Permit all = asked.acquire(SIZE);
      CompletableFuture<Permit> first = queue(others, 3);
      CompletableFuture<Permit> second = queue(others, 2);
      Rule rule = breakNext(point);
      all.close();
      awaitFired(rule);
      Permit three = assertThat(first).as("%s", point).succeedsWithin(LIMIT).actual();
      stays(SHORT, "a repeated release gives nothing", () -> !second.isDone() && out() == 3);
      three.close();
      Actor.succeeds(second).close();
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  @DisplayName("failure 8: the connection is cut at every point of extend()")
  void extend_cutAnywhere_losesNothing() throws Exception {
    for (Point point : CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      try (Permit two = asked.acquire(2)) {
        stays(Duration.ofMillis(30), "nothing is under way", () -> true);
        Rule rule = breakNext(point);
        boolean isKnown = succeeds(() -> two.extend(Duration.ofSeconds(50)));
        awaitFired(rule);
        assertThat(two.isValid()).as("%s", point).isTrue();
        assertThat(out()).isEqualTo(2);
        if (isKnown) {
          assertThat(two.remaining()).isGreaterThan(Duration.ofSeconds(40));
        }
      }
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  @DisplayName("failure 8: the connection is cut at every point of a renewal")
  void renewal_cutAnywhere_isRepeatedInTime() throws Exception {
    for (Point point : CUTS) {
      PermitPool asked = anotherBehindTheProxy(spec().lease(SHORT_LEASE));
      try (Permit two = asked.acquire(2)) {
        stays(Duration.ofMillis(30), "nothing is under way", () -> true);
        Rule rule = breakNext(point);
        awaitFired(rule);
        stays(SHORT_LEASE, "kept", () -> two.isValid() && out() == 2);
      }
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  @DisplayName("failure 7: a renewal is answered after its time-out")
  void renewal_answeredTooLate_wasRepeatedInTime() throws Exception {
    PermitPool asked = anotherBehindTheProxy(spec().lease(SHORT_LEASE));
    try (Permit two = asked.acquire(2)) {
      stays(Duration.ofMillis(30), "nothing is under way", () -> true);
      Rule late = proxy.when(Command.script()).delayReply(Duration.ofMillis(500));
      awaitFired(late);
      stays(BEYOND_SHORT_LEASE, "kept", () -> two.isValid() && out() == 2);
    }
    assertNoneLostOrInvented(Point.ANSWER_LOST);
  }

  @Test
  @DisplayName(
      "failure 52: a waiter leaves, and the connection is cut at every point of that request")
  void cancel_cutAnywhere_leavesNoTicketAndHoldsUpNobody() throws Exception {
    for (Point point : CUTS) {
      try (Permit three = others.acquire(3)) {
        PermitPool asked = anotherBehindTheProxy();
        CompletableFuture<Permit> large = queue(asked, 2);
        CompletableFuture<Permit> small = queue(others, 1);
        stays(Duration.ofMillis(60), "nothing is under way", () -> true);
        Rule rule = breakNext(point);
        large.cancel(false);
        awaitFired(rule);
        Permit one = assertThat(small).as("%s", point).succeedsWithin(LIMIT).actual();
        awaitQueueLength(0);
        one.close();
        assertThat(three.isValid()).isTrue();
      }
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  @DisplayName("failure 3: the connection is cut where the grant of a fixed lease is confirmed")
  void grant_itsConfirmationCutAnywhere_outlivesTheClaim() throws Exception {
    AcquireOptions fixed = AcquireOptions.defaults().lease(Lease.fixed(Duration.ofSeconds(20)));
    // Not where all answers are lost: an unconfirmed grant ends with its claim.
    for (Point point : CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Permit all = others.acquire(SIZE);
      CompletableFuture<Permit> waiting = queue(asked, 3, fixed);
      stays(Duration.ofMillis(60), "nothing is under way", () -> true);
      Rule rule = breakNext(point);
      all.close();
      Permit three = assertThat(waiting).as("%s", point).succeedsWithin(GIVEN_UP).actual();
      awaitFired(rule);
      stays(
          ClientSpec.Pace.QUICK.claimLease().plus(SHORT),
          "longer than the claim",
          () -> three.isValid() && out() == 3);
      three.close();
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  void inspect_cutAnywhere_changesNothing() throws Exception {
    for (Point point : CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Rule rule = breakNext(point);
      boolean unused = succeeds(asked::inspect);
      awaitFired(rule);
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  void resize_cutAnywhere_isOneOfBothAndCanBeRepeated() throws Exception {
    for (Point point : CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Rule rule = breakNext(point);
      boolean isKnown = succeeds(() -> asked.resize(2));
      awaitFired(rule);
      int size = others.inspect().size();
      assertThat(size).as("%s", point).isIn(isKnown ? new Object[] {2} : new Object[] {2, SIZE});
      assertExactly(size, others);
      eventually().isTrue("works again", () -> succeeds(() -> asked.resize(SIZE)));
      assertNoneLostOrInvented(point);
    }
  }

  @Test
  void reset_cutAnywhere_takesAllOrNone() throws Exception {
    for (Point point : CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Permit three = others.acquire(3);
      Rule rule = breakNext(point);
      boolean isKnown = succeeds(asked::reset);
      awaitFired(rule);
      assertThat(out()).as("%s", point).isIn(isKnown ? new Object[] {0} : new Object[] {0, 3});
      if (out() == 0) {
        eventually().isTrue("told", () -> !three.isValid());
        assertThatThrownBy(three::close).isInstanceOf(IllegalMonitorStateException.class);
      } else {
        three.close();
      }
      assertNoneLostOrInvented(point); // if it has ended, the next request begins it again
    }
  }
}
