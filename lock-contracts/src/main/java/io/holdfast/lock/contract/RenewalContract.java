package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What renewals leave unchanged, and what they detect. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class RenewalContract extends TimeSuite {

  private final BlockingQueue<Long> renewals = new LinkedBlockingQueue<>();
  private final BlockingQueue<LossCause> causes = new LinkedBlockingQueue<>();

  /** Much longer than a renewed one. */
  private Duration longer;

  @BeforeEach
  void setLeases() {
    longer = time.lease().multipliedBy(7);
  }

  @Override
  ClientSpec spec() {
    return super.spec().listener(Listening.toRenewals(renewals::add));
  }

  private LossCause nextCause() throws InterruptedException {
    LossCause cause = causes.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    return assertThat(cause).as("a loss").isNotNull().actual();
  }

  @Test
  void token_renewed_isUnchanged() throws Exception {
    try (Hold hold = lock.acquire()) {
      long token = hold.token();

      time.leasesPass(2, hold);

      assertThat(hold.token()).isEqualTo(token);
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void extend_fixedLease_outlivesIt() throws Exception {
    AcquireOptions brief = AcquireOptions.defaults().lease(Lease.fixed(time.lease()));
    try (Hold hold = lock.acquire(brief)) {
      hold.extend(longer);

      time.passes(time.lease().multipliedBy(2));

      assertThat(others.tryLock()).isFalse();
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void extend_renewedLease_isNotCutByTheWatchdog() throws Exception {
    try (Hold hold = lock.acquire()) {
      hold.extend(longer);
      renewals.clear();

      for (int i = 1; i <= 3; i++) {
        int rounds = i;
        time.passes(time.halfALease());
        eventually().isTrue("renewed", () -> renewals.size() >= rounds);

        Duration least = longer.minus(time.halfALease().multipliedBy(rounds)).minus(AT_ONCE);
        assertThat(hold.remaining()).isGreaterThan(least.minus(longer.dividedBy(100)));
        assertThat(others.inspect().holder().orElseThrow().remaining()).isGreaterThan(least);
      }
    }
  }

  @Test
  @DisplayName("peers B11: the owner after a lost re-entrant hold is renewed")
  void lost_reentrantHold_leavesTheNextOwnerRenewed() {
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    Hold hold = holdOf(alice, lock);
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());
    Actor bob = holderOf(lock);

    time.leasesPass(2, holdOf(bob, lock));

    assertThat(alice.failsIn(lock::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(bob.says(lock::isHeldByCurrentThread)).isTrue();
    bob.does(lock::unlock);
  }

  @Test
  @DisplayName("failure 72: the key is deleted")
  void deletedAtTheServer_isToldLongBeforeTheLeaseEnds() throws Exception {
    requireServer();
    Hold hold = lock.acquire();
    hold.onLost(causes::add);
    String key = fixture().keys(name).get(0);
    fixture().servers().forEach(server -> server.admin().number("DEL", key));

    time.passes(time.halfALease());

    assertThat(nextCause()).isEqualTo(LossCause.GONE);
    assertThat(hold.isValid()).isFalse();
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  @DisplayName("failure 63: the owning thread dies")
  void ownerThread_endsWithoutUnlocking_losesTheLock() throws Exception {
    Actor alice = holderOf(lock);
    holdOf(alice, lock).onLost(causes::add);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(others::lock);
    awaitQueueLength(1);
    alice.dismiss();
    eventually().isTrue("its thread has ended", () -> !alice.thread().isAlive());

    time.passes(time.halfALease());

    assertThat(nextCause()).isEqualTo(LossCause.OWNER_DIED);
    assertThat(waiting).succeedsWithin(LIMIT);
    bob.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void handle_itsThreadEnds_isKept() {
    Actor alice = actor("alice");
    Hold hold = alice.says(() -> lock.acquire());
    alice.dismiss();
    eventually().isTrue("its thread has ended", () -> !alice.thread().isAlive());

    time.leasesPass(2, hold);

    assertThat(hold.isValid()).isTrue();
    assertThat(others.isLocked()).isTrue();
    hold.close();
  }
}
