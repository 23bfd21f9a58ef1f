package io.holdfast.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.nio.CharBuffer;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;

class HoldfastLockRegistryTest {

  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofSeconds(20);
  private static final LeaseLostException LOSS =
      new LeaseLostException("orders:42", 7, LossCause.EXPIRED);

  private final LocalLocks locks = LocalLocks.create();
  private final LocalLocks others = locks.client("another process");
  private final HoldfastLockRegistry registry = new HoldfastLockRegistry(locks, "orders");
  private final HoldfastLockRegistry elsewhere = new HoldfastLockRegistry(others, "orders");

  @AfterEach
  void close() {
    locks.close();
    others.close();
  }

  private static HoldfastLockRegistry over(FakeLocks fake) {
    return new HoldfastLockRegistry(fake, "orders");
  }

  private enum Month {
    MAY {
      @Override
      public String toString() {
        return "Mai";
      }
    }
  }

  @Test
  void obtain_keyOfAKnownType_namesTheLockByItsText() {
    UUID uuid = UUID.randomUUID();

    assertThat(
            List.<Object>of(
                "42", CharBuffer.wrap("42"), 42, 42L, uuid, DayOfWeek.MONDAY, Month.MAY))
        .extracting(key -> registry.lockOf(key).name())
        .containsExactly(
            "orders:42",
            "orders:42",
            "orders:42",
            "orders:42",
            "orders:" + uuid,
            "orders:MONDAY",
            "orders:MAY");
  }

  @Test
  void obtain_keyOfAnotherType_throwsAndNamesTheType() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.obtain(LocalDate.EPOCH))
        .withMessageContaining("java.time.LocalDate")
        .withMessageContaining("withKeyNames");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.obtain(null))
        .withMessageContaining("null");
  }

  @Test
  void obtain_keyOfAnotherTypeWithAFunction_isNamedByTheFunction() {
    HoldfastLockRegistry dated =
        registry.withKeyNames(key -> key instanceof LocalDate date ? "day-" + date : null);

    assertThat(dated.lockOf(LocalDate.EPOCH).name()).isEqualTo("orders:day-1970-01-01");
    assertThat(dated.withOptions(AcquireOptions.defaults()).lockOf(LocalDate.EPOCH).name())
        .isEqualTo("orders:day-1970-01-01");
    assertThat(dated.lockOf("42").name()).isEqualTo("orders:42");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> dated.obtain(new Object()))
        .withMessageContaining("java.lang.Object");
  }

  @Test
  void lock_sameKeyInTwoClients_excludesAndOtherKeysDoNot() {
    DistributedLock lock = registry.obtain("42");
    lock.lock();

    assertThat(elsewhere.obtain(42).tryLock()).isFalse();
    assertThat(elsewhere.obtain("43").tryLock()).isTrue();
    assertThat(new HoldfastLockRegistry(others, "bills").obtain("42").tryLock()).isTrue();

    lock.unlock();
    assertThat(elsewhere.obtain(42).tryLock()).isTrue();
  }

  @Test
  void lock_eachForm_asksForTheSameFormOfHoldfast() throws Exception {
    FakeLocks fake = new FakeLocks();
    DistributedLock lock = over(fake).obtain("42");

    lock.lock();
    lock.lock(SHORT);
    lock.lockInterruptibly();
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.tryLock(3, TimeUnit.SECONDS)).isTrue();
    assertThat(lock.tryLock(LONG, SHORT)).isTrue();
    lock.unlock();

    assertThat(fake.calls)
        .containsExactly(
            "lock[]",
            "lock[PT20S]",
            "lockInterruptibly[]",
            "tryLock[]",
            "tryLock[3, SECONDS]",
            "tryLock[PT10M, PT20S]",
            "unlock[]");
  }

  @Test
  void lock_withoutATimeToLive_takesTheLeaseOfTheOptions() {
    FakeLocks fake = new FakeLocks();
    AcquireOptions fixed = AcquireOptions.defaults().lease(Lease.fixed(SHORT)).interruptOnLoss();

    over(fake).obtain("42").lock();
    over(fake).withOptions(fixed).withKeyNames(Object::toString).obtain("42").lock();

    assertThat(fake.options).containsExactly(AcquireOptions.defaults(), fixed);
  }

  @Test
  void lock_serverOrClientAway_throwsCannotAcquireInEachForm() {
    FakeLocks fake = new FakeLocks();
    DistributedLock lock = over(fake).obtain("42");
    List<ThrowingCallable> forms =
        List.of(
            lock::lock,
            () -> lock.lock(SHORT),
            lock::lockInterruptibly,
            lock::tryLock,
            () -> lock.tryLock(3, TimeUnit.SECONDS),
            () -> lock.tryLock(LONG, SHORT));
    List<RuntimeException> causes =
        List.of(
            new LockServerException("no answer", null), new ClientClosedException("closed"), LOSS);

    for (RuntimeException cause : causes) {
      fake.thrown = cause;
      for (ThrowingCallable form : forms) {
        assertThatExceptionOfType(CannotAcquireLockException.class)
            .isThrownBy(form)
            .withMessage(cause.getMessage())
            .withCause(cause);
      }
    }
  }

  @Test
  void lock_interrupted_throwsInterruptedException() {
    elsewhere.obtain("42").lock();

    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> registry.obtain("42").lockInterruptibly());
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> registry.obtain("42").tryLock(1, TimeUnit.MINUTES));
    assertThat(registry.lockOf("42").isHeldByCurrentThread()).isFalse();
  }

  @Test
  void lock_clientClosed_throwsCannotAcquire() {
    locks.close();

    assertThatExceptionOfType(CannotAcquireLockException.class)
        .isThrownBy(registry.obtain("42")::lock)
        .withCauseInstanceOf(ClientClosedException.class);
  }

  @Test
  void lock_afterALossThatWasNotTold_throwsCannotAcquireOnce() {
    DistributedLock lock = registry.obtain("42");
    lock.lock();
    others.reset();

    assertThatExceptionOfType(CannotAcquireLockException.class)
        .isThrownBy(lock::lock)
        .withCauseInstanceOf(LeaseLostException.class);
    lock.lock();
    lock.unlock();
  }

  @Test
  void unlock_holdWasLost_throwsConcurrentModification() {
    DistributedLock lock = registry.obtain("42");
    lock.lock();
    others.reset();

    assertThatExceptionOfType(ConcurrentModificationException.class)
        .isThrownBy(lock::unlock)
        .withMessageContaining("orders:42")
        .withCauseInstanceOf(LeaseLostException.class);
  }

  @Test
  void unlock_notHeldByThisThread_throwsIllegalState() {
    elsewhere.obtain("42").lock();

    assertThatIllegalStateException()
        .isThrownBy(registry.obtain("42")::unlock)
        .withMessageContaining("orders:42")
        .withCauseInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void lockOf_keyOfALockThatIsHeld_isTheSameLock() {
    registry.obtain("42").lock();

    assertThat(registry.lockOf("42").token()).isPositive();
    registry.lockOf("42").unlock();
    assertThat(elsewhere.obtain("42").tryLock()).isTrue();
  }

  @Test
  void newCondition_ofAHeldLock_works() throws InterruptedException {
    DistributedLock lock = registry.obtain("42");
    lock.lock();

    Condition signalled = lock.newCondition();
    for (long left = 1; left > 0; ) {
      left = signalled.awaitNanos(left);
    }
    lock.unlock(); // it is held again
  }

  @Test
  void executeLocked_eachForm_runsUnderTheLock() throws Exception {
    LockRegistry<DistributedLock> plain = registry; // as code sees it that has one injected

    plain.executeLocked("42", () -> assertThat(elsewhere.obtain("42").tryLock()).isFalse());
    plain.executeLocked("42", LONG, () -> assertThat(elsewhere.obtain("42").tryLock()).isFalse());
    assertThat(
            plain.<Long, RuntimeException>executeLocked("42", () -> registry.lockOf("42").token()))
        .isPositive();
    assertThat(
            plain.<Boolean, RuntimeException>executeLocked(
                "42", LONG, () -> elsewhere.obtain("42").tryLock()))
        .isFalse();

    assertThat(elsewhere.obtain("42").tryLock()).isTrue();
  }

  @Test
  void executeLocked_heldByAnother_throwsTimeout() {
    elsewhere.obtain("42").lock();

    assertThatExceptionOfType(TimeoutException.class)
        .isThrownBy(
            () ->
                registry.executeLocked(
                    "42",
                    Duration.ZERO,
                    () -> {
                      throw new AssertionError("runs without the lock");
                    }));
  }

  @Test
  void executeLocked_lockIsLostMeanwhile_throwsConcurrentModification() {
    assertThatExceptionOfType(ConcurrentModificationException.class)
        .isThrownBy(() -> registry.executeLocked("42", others::reset));
  }

  @Test
  void renewLock_withATime_makesTheHoldLastThatLong() {
    registry.obtain("42").lock(SHORT);

    registry.renewLock("42", LONG);

    assertThat(remaining(registry)).isGreaterThan(LONG.dividedBy(2));
  }

  @Test
  void renewLock_withoutATime_takesTheLengthOfTheOptions() {
    AcquireOptions options = AcquireOptions.defaults();
    registry.obtain("42").lock(SHORT);

    registry.renewLock("42");
    assertThat(remaining(registry)).isGreaterThan(SHORT).isLessThanOrEqualTo(Duration.ofMinutes(1));
    registry.withOptions(options.lease(Lease.fixed(LONG))).renewLock("42");
    assertThat(remaining(registry)).isGreaterThan(LONG.dividedBy(2));
    registry.withOptions(options.lease(Lease.renewed(LONG.multipliedBy(6)))).renewLock("42");
    assertThat(remaining(registry)).isGreaterThan(LONG.multipliedBy(3));
  }

  private static Duration remaining(HoldfastLockRegistry registry) {
    return registry.lockOf("42").currentHold().orElseThrow().remaining();
  }

  @Test
  void renewLock_notHeldByThisThread_throwsIllegalState() throws Exception {
    registry.obtain("42").lock();

    try (TestThreads threads = TestThreads.open()) {
      threads.start(
          "other",
          () ->
              assertThatIllegalStateException()
                  .isThrownBy(() -> registry.renewLock("42"))
                  .withMessageContaining("test-other"));
      threads.joinAll();
    }
  }

  @Test
  void renewLock_holdWasLost_throwsIllegalStateAndUnlockTellsTheLoss() {
    DistributedLock lock = registry.obtain("42");
    lock.lock();
    others.reset();

    assertThatIllegalStateException().isThrownBy(() -> registry.renewLock("42"));
    assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
  }

  @Test
  void renewLock_serverSaysNo_throwsWithTheCause() {
    FakeLocks fake = new FakeLocks();

    fake.thrown = LOSS;
    assertThatIllegalStateException().isThrownBy(() -> over(fake).renewLock("42")).withCause(LOSS);
    fake.thrown = new LockServerException("no answer", null);
    assertThatExceptionOfType(DataAccessResourceFailureException.class)
        .isThrownBy(() -> over(fake).renewLock("42"))
        .withCause(fake.thrown);
  }

  @Test
  void unlock_ofNestedSectionsThatAreLost_theInnermostTells() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                registry.executeLocked(
                    "42",
                    () ->
                        assertThatExceptionOfType(ConcurrentModificationException.class)
                            .isThrownBy(() -> registry.executeLocked("42", others::reset))))
        .withMessageContaining("not held");
  }

  @Test
  void expireUnused_andScheduler_leaveHoldsAsTheyAre() {
    DistributedLock lock = registry.obtain("42");
    lock.lock();

    registry.expireUnusedOlderThan(0);
    registry.setRenewalTaskScheduler(new SimpleAsyncTaskScheduler());

    assertThat(elsewhere.obtain("42").tryLock()).isFalse();
    lock.unlock();
  }
}
