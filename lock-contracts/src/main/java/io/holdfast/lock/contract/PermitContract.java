package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.Permit;
import io.holdfast.lock.testkit.concurrent.Eventually;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A permit as a handle: its lease, its end, its loss. */
public abstract class PermitContract extends PoolSuite {

  private static final Duration BRIEF = Duration.ofMillis(2500);

  private final BlockingQueue<LossCause> causes = new LinkedBlockingQueue<>();

  private static AcquireOptions of(Lease lease) {
    return AcquireOptions.defaults().lease(lease);
  }

  private LossCause cause() throws InterruptedException {
    return causes.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  // ---- its end

  @Test
  void close_givesThemBackAtOnce() throws Exception {
    Permit three = pool.acquire(3);
    assertThat(three.isValid()).isTrue();
    assertThat(three.remaining()).isPositive();
    three.close();
    assertThat(out()).isZero();
    assertThat(three.isValid()).isFalse();
    assertThat(three.remaining()).isZero();
    assertThat(three.token()).isPositive();
  }

  @Test
  void close_again_givesNothingBackTwice() throws Exception {
    Permit one = pool.acquire();
    try (Permit two = pool.acquire(2)) {
      one.close();
      assertThatCode(one::close).doesNotThrowAnyException();
      Actor.ends(one.releaseAsync());
      assertThat(out()).isEqualTo(2);
      assertThat(two.isValid()).isTrue();
    }
  }

  @Test
  void close_byAnotherThread_givesThemBack() throws Exception {
    Permit two = pool.acquire(2);
    actor("finisher").does(two::close);
    assertThat(two.isValid()).isFalse();
    assertThat(out()).isZero();
  }

  @Test
  void close_ofOneOfSeveral_leavesTheOthers() throws Exception {
    Permit one = pool.acquire(1);
    Permit three = pool.acquire(3);
    one.close();
    assertThat(three.isValid()).isTrue();
    assertThat(out()).isEqualTo(3);
    three.close();
  }

  @Test
  void releaseAsync_completesWhenTheyAreBack() throws Exception {
    Permit all = pool.acquire(SIZE);
    Actor.ends(all.releaseAsync());
    assertThat(out()).isZero();
    assertThat(all.isValid()).isFalse();
  }

  // ---- its lease

  @Test
  void fixedLease_over_theyAreBackAndTheHolderHears() throws Exception {
    Permit all = pool.acquire(SIZE, of(Lease.fixed(BRIEF)));
    all.onLost(causes::add);
    CompletableFuture<Permit> next = queue(others, SIZE);

    stays(Duration.ofMillis(200), "not before", () -> !next.isDone());
    assertThat(next).succeedsWithin(LIMIT);

    assertThat(all.isValid()).isFalse();
    assertThat(cause()).isEqualTo(LossCause.EXPIRED);
    assertThatThrownBy(all::close).isInstanceOf(LeaseLostException.class);
    assertThatCode(all::close).doesNotThrowAnyException();
    assertThat(next.join().token()).isGreaterThan(all.token());
    assertThat(out()).as("of the next alone").isEqualTo(SIZE);
    next.join().close();
  }

  @Test
  void fixedLease_ofOneOfSeveral_bringsBackExactlyThose() throws Exception {
    Permit brief = pool.acquire(2, of(Lease.fixed(BRIEF)));
    try (Permit lasting = pool.acquire(1)) {
      Eventually.eventually().expect("two came back", this::out, out -> out == 1);
      assertThat(brief.isValid()).isFalse();
      assertThat(lasting.isValid()).isTrue();
      assertExactly(SIZE - 1, others);
    }
    assertThatThrownBy(brief::close).isInstanceOf(LeaseLostException.class);
    assertThat(out()).isZero();
  }

  @Test
  void renewedLease_isKeptForLongerThanItsLength() throws Exception {
    try (Permit three = pool.acquire(3, of(Lease.renewed(BRIEF)))) {
      assertThat(others.tryAcquire(2, BRIEF.plusSeconds(1))).isEmpty();
      assertThat(three.isValid()).isTrue();
      assertThat(out()).isEqualTo(3);
    }
    assertThat(out()).isZero();
  }

  @Test
  void cappedLease_isKeptUpToItsCap() throws Exception {
    Permit three = pool.acquire(3, of(Lease.renewed(BRIEF).atMost(BRIEF.multipliedBy(2))));
    three.onLost(causes::add);
    long start = System.nanoTime();
    assertThat(others.tryAcquire(2, LIMIT))
        .as("no longer than its cap")
        .isPresent()
        .get()
        .satisfies(Permit::close);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("longer than its length")
        .isGreaterThan(BRIEF.multipliedBy(3).dividedBy(2));
    assertThat(cause()).isEqualTo(LossCause.EXPIRED);
    assertThatThrownBy(three::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void extend_keepsThemForSoLong() throws Exception {
    try (Permit two = pool.acquire(2, of(Lease.fixed(BRIEF)))) {
      two.extend(Duration.ofSeconds(20));
      assertThat(two.remaining()).isGreaterThan(Duration.ofSeconds(10));
      stays(BRIEF.plusSeconds(1), "kept", () -> two.isValid() && out() == 2);
      two.extend(Duration.ofSeconds(2));
      assertThat(two.remaining()).as("never less").isGreaterThan(Duration.ofSeconds(10));
      assertThat(pool.inspect().holders().get(0).remaining())
          .as("never less at the server")
          .isGreaterThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void extend_released_throws() throws Exception {
    Permit two = pool.acquire(2);
    two.close();
    assertThatThrownBy(() -> two.extend(Duration.ofSeconds(9)))
        .isExactlyInstanceOf(IllegalMonitorStateException.class);
    assertThat(out()).as("nothing is taken again").isZero();
  }

  @Test
  void extend_lost_throwsAndTakesNothing() throws Exception {
    Permit two = pool.acquire(2, of(Lease.fixed(Lease.MINIMUM)));
    Eventually.eventually().isTrue("over", () -> !two.isValid());
    assertThatThrownBy(() -> two.extend(Duration.ofSeconds(9)))
        .isInstanceOf(LeaseLostException.class);
    // It ends here a little sooner than at the server.
    Eventually.eventually().expect("nothing is taken", this::out, out -> out == 0);
  }

  @Test
  void extend_outOfBounds_isRefused() throws Exception {
    try (Permit two = pool.acquire(2)) {
      assertThatThrownBy(() -> two.extend(Duration.ofMillis(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("100 ms");
      assertThat(two.isValid()).isTrue();
    }
  }

  // ---- its loss

  @Test
  void onLost_released_isNotTold() throws Exception {
    Permit two = pool.acquire(2, of(Lease.fixed(BRIEF)));
    two.onLost(causes::add);
    two.close();
    stays(BRIEF.plusSeconds(1), "not told", causes::isEmpty);
  }

  @Test
  void onLost_lostBefore_isToldAtOnce() throws Exception {
    Permit two = pool.acquire(2, of(Lease.fixed(Lease.MINIMUM)));
    Eventually.eventually().isTrue("over", () -> !two.isValid());
    two.onLost(causes::add);
    assertThat(cause()).isEqualTo(LossCause.EXPIRED);
  }

  @Test
  void interruptOnLoss_interruptsWhoAcquired() {
    Actor holder = actor("holder");
    Permit two = holder.says(() -> pool.acquire(2, of(Lease.fixed(BRIEF)).interruptOnLoss()));
    CompletableFuture<?> working = holder.starts(new CountDownLatch(1)::await);
    assertThat(Actor.failure(working)).isInstanceOf(InterruptedException.class);
    assertThat(two.isValid()).isFalse();
  }

  @Test
  void entry_deletedByHand_isALossToldWhenItIsRenewed() throws Exception {
    Permit two = pool.acquire(2, of(Lease.renewed(BRIEF)));
    two.onLost(causes::add);
    fixture().server().admin().number("DEL", fixture().keys(name).entries());
    assertThat(cause()).isEqualTo(LossCause.GONE);
    assertThatThrownBy(two::close).isInstanceOf(LeaseLostException.class);
  }
}
