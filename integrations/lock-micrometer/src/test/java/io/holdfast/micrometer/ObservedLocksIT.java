package io.holdfast.micrometer;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.MultiHold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The sections of locks as observations, with a real server. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings({
  "LockNotBeforeTry",
  "WaitNotInLoop"
}) // a failed test ends its clients, and so their holds
class ObservedLocksIT {

  private final TestObservationRegistry registry = TestObservationRegistry.create();
  private final List<SectionContext> seen = new CopyOnWriteArrayList<>(); // as they began
  private HoldfastClient client;
  private ObservedLocks locks;

  @BeforeEach
  void connect(TestServer server) {
    registry
        .observationConfig()
        .observationHandler(
            new ObservationHandler<SectionContext>() {
              @Override
              public void onStart(SectionContext context) {
                seen.add(context);
              }

              @Override
              public boolean supportsContext(Observation.Context context) {
                return context instanceof SectionContext;
              }
            });
    client = HoldfastClient.connect(server.uri());
    locks = ObservedLocks.of(client, LockKind.PLAIN, registry);
  }

  @AfterEach
  void close() {
    client.close();
  }

  private void assertSections(String... outcomes) {
    eventually()
        .isTrue(
            outcomes.length + " sections ended",
            () ->
                sections().stream().filter(context -> context.outcome().isPresent()).count()
                    == outcomes.length);
    assertThat(sections())
        .extracting(context -> context.outcome().map(SectionContext.Outcome::text).orElse("open"))
        .containsExactly(outcomes);
  }

  private List<SectionContext> sections() {
    return seen;
  }

  @Test
  void get_ofOneName_isEqualToEachOtherButNotToThePlainLock() {
    DistributedLock plain = client.lock("order:42");

    assertThat(locks.get("order:42"))
        .isEqualTo(locks.get("order:42", AcquireOptions.defaults().withoutWaiting()))
        .hasSameHashCodeAs(locks.get("order:42"))
        .isNotEqualTo(locks.get("order:43"))
        .isNotEqualTo(plain);
    assertThat(plain).isNotEqualTo(locks.get("order:42"));
  }

  @Test
  void lockAndUnlock_isOneSection() {
    DistributedLock lock = locks.get("order:42");
    lock.lock();
    lock.lock();
    long token = lock.token();
    lock.unlock();
    assertThat(sections()).hasSize(1).allMatch(context -> context.outcome().isEmpty());
    lock.unlock();

    assertSections("released");
    TestObservationRegistryAssert.assertThat(registry)
        .hasObservationWithNameEqualTo("holdfast.section")
        .that()
        .hasContextualNameEqualTo("lock order")
        .hasLowCardinalityKeyValue("kind", "plain")
        .hasLowCardinalityKeyValue("lock", "order")
        .hasLowCardinalityKeyValue("outcome", "released")
        .hasHighCardinalityKeyValue("lock.name", "order:42")
        .hasHighCardinalityKeyValue("lock.token", Long.toString(token))
        .hasHighCardinalityKeyValue("lock.owner", Thread.currentThread().getName())
        .hasBeenStarted()
        .hasBeenStopped();
  }

  @Test
  void withLock_isTheCurrentObservationOfTheWork() throws Exception {
    DistributedLock lock = locks.get("order:42");
    Observation inside =
        lock.withLock(
            () -> lock.withLock(() -> Objects.requireNonNull(registry.getCurrentObservation())));

    assertThat(inside.getContext()).isSameAs(sections().get(0));
    assertThat(registry.getCurrentObservation()).isNull();
    assertSections("released");
  }

  @Test
  void withLock_workThrows_isReleasedWithTheError() {
    IllegalStateException failure = new IllegalStateException("of the work");
    assertThatThrownBy(
            () ->
                locks
                    .get("order:42")
                    .withLock(
                        () -> {
                          throw failure;
                        }))
        .isSameAs(failure);

    assertSections("released");
    assertThat(sections().get(0).getError()).isSameAs(failure);
    assertThat(registry.getCurrentObservation()).isNull();
  }

  /** As in the meters: an attempt that does not wait counts as refused, by whatever method. */
  @Test
  void attempts_thatDoNotWait_areRefused() throws Exception {
    AcquireOptions atOnce = AcquireOptions.defaults().withoutWaiting();
    DistributedLock lock = locks.get("order:42");
    DistributedLock impatient = locks.get("order:42", atOnce);
    try (Hold unused = client.lock("order:42").acquire()) {
      assertThatThrownBy(() -> lock.acquire(atOnce)).isInstanceOf(LockTimeoutException.class);
      assertThatThrownBy(impatient::acquire).isInstanceOf(LockTimeoutException.class);
      assertThatThrownBy(() -> lock.withLock(atOnce, () -> "")).hasMessageContaining("order:42");
      assertThatThrownBy(() -> impatient.withLock(() -> "")).hasMessageContaining("order:42");
      assertThat(lock.acquireAsync(atOnce)).failsWithin(60, TimeUnit.SECONDS);
      assertThat(impatient.acquireAsync()).failsWithin(60, TimeUnit.SECONDS);
    }
    assertSections("refused", "refused", "refused", "refused", "refused", "refused");
    assertThat(sections()).allMatch(context -> context.getError() == null);
  }

  @Test
  void tries_heldByAnother_areRefusedAndTimedOut() throws Exception {
    DistributedLock lock = locks.get("order:42");
    AcquireOptions soon = AcquireOptions.defaults().waitAtMost(Duration.ofMillis(10));
    try (Hold unused = client.lock("order:42").acquire()) {
      assertThat(lock.tryLock()).isFalse();
      assertThat(lock.tryLock(10, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(lock.tryAcquire()).isEmpty();
      assertThat(lock.tryAcquire(Duration.ofMillis(10))).isEmpty();
      assertThatThrownBy(() -> lock.acquire(soon)).isInstanceOf(LockTimeoutException.class);
      assertThatThrownBy(() -> lock.withLock(soon, () -> {}))
          .isInstanceOf(LockTimeoutException.class);
      Thread.currentThread().interrupt();
      assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
    }
    assertSections("refused", "timeout", "refused", "timeout", "timeout", "timeout", "interrupted");
  }

  @Test
  void handles_endOnce() throws Exception {
    DistributedLock lock = locks.get("order:42");
    Hold first = lock.acquire();
    first.close();
    first.close();
    Hold second = lock.tryAcquire().orElseThrow();
    assertThat(second.releaseAsync()).succeedsWithin(60, TimeUnit.SECONDS);
    Hold third = lock.tryAcquire(Duration.ofSeconds(60)).orElseThrow();
    assertThatThrownBy(() -> third.releaseAfter(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(sections().get(2).outcome()).isEmpty();
    third.releaseAfter(Duration.ofMillis(100));

    assertSections("released", "released", "released");
  }

  @Test
  void loss_isAnEventAndTheOutcome() throws Exception {
    DistributedLock lock = locks.get("order:42");
    Hold hold = lock.acquire();
    assertThat(lock.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);

    assertSections("lost");
    TestObservationRegistryAssert.assertThat(registry)
        .hasObservationWithNameEqualTo("holdfast.section")
        .that()
        .hasEvent("acquired")
        .hasEvent("lost");
  }

  @Test
  void unlock_lostBefore_isLost() {
    DistributedLock lock = locks.get("order:42");
    lock.lock();
    assertThat(lock.forceUnlock()).isTrue();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);

    assertSections("lost");
  }

  @Test
  void acquireAsync_cancelledWhileItWaits_isWithdrawn() throws Exception {
    DistributedLock lock = locks.get("order:42");
    Hold other = client.lock("order:42").acquire();
    CompletableFuture<Hold> asked = lock.acquireAsync();
    eventually().isTrue("it waits", () -> client.status().waiters() == 1);

    asked.cancel(true);

    assertSections("interrupted");
    eventually().isTrue("it waits no more", () -> client.status().waiters() == 0);
    other.close();
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void acquireAsync_isASectionUntilItsRelease() {
    CompletableFuture<Hold> asked = locks.get("order:42").acquireAsync();
    assertThat(asked).succeedsWithin(60, TimeUnit.SECONDS);
    assertThat(sections().get(0).outcome()).isEmpty();
    asked.join().close();
    assertSections("released");
  }

  @Test
  void withLockAsync_cancelledWhileItWorks_endsWithTheWork() {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<Boolean> hasBegun = new CompletableFuture<>();
    CompletableFuture<String> result =
        locks
            .get("order:42")
            .withLockAsync(
                hold -> {
                  hasBegun.complete(registry.getCurrentObservation() != null);
                  return work;
                });
    assertThat(hasBegun).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(true);

    result.cancel(true);

    assertThat(sections().get(0).outcome()).isEmpty();
    work.complete("done");
    assertSections("released");
  }

  @Test
  void withLockAsync_workFails_isReleasedWithTheError() {
    IllegalStateException failure = new IllegalStateException("of the work");
    CompletableFuture<String> result =
        locks.get("order:42").withLockAsync(hold -> CompletableFuture.failedFuture(failure));
    assertThat(result).failsWithin(60, TimeUnit.SECONDS);

    assertSections("released");
    assertThat(sections().get(0).getError()).isSameAs(failure);
  }

  @Test
  void all_severalNames_oneSectionEach() throws Exception {
    try (MultiHold unused = locks.all(List.of("account:1", "account:2")).acquire()) {
      assertThat(sections()).hasSize(2);
    }
    assertSections("released", "released");
  }

  /** Like the lock itself: the next call reports a loss, once. */
  @Test
  void lock_lostBefore_isToldOfIt() {
    DistributedLock lock = locks.get("order:42");
    lock.lock();
    assertThat(lock.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> client.holds().isEmpty());

    assertThatThrownBy(lock::lock).isInstanceOf(LeaseLostException.class);

    assertSections("lost", "failed");
    lock.lock();
    lock.unlock();
    assertSections("lost", "failed", "released");
  }

  @Test
  void lock_lossWasSeen_beginsAnew() {
    DistributedLock lock = locks.get("order:42");
    lock.lock();
    assertThat(lock.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !lock.isHeldByCurrentThread());

    lock.lock();
    lock.unlock();

    assertSections("lost", "released");
  }

  /** An observer must not decide on locks. */
  @Test
  void handler_throws_changesNothing() throws Exception {
    registry
        .observationConfig()
        .observationHandler(
            new ObservationHandler<SectionContext>() {
              @Override
              public void onEvent(Observation.Event event, SectionContext context) {
                throw new IllegalStateException("careless");
              }

              @Override
              public void onScopeOpened(SectionContext context) {
                throw new IllegalStateException("careless");
              }

              @Override
              public void onStop(SectionContext context) {
                throw new AssertionError("careless");
              }

              @Override
              public boolean supportsContext(Observation.Context context) {
                return context instanceof SectionContext;
              }
            });
    DistributedLock lock = locks.get("order:42");
    lock.lock();
    lock.unlock();
    assertThat(lock.isLocked()).isFalse();
    lock.acquire().close();
    assertThat(lock.isLocked()).isFalse();
    assertThat(lock.<String, RuntimeException>withLock(() -> "done")).isEqualTo("done");
    assertThat(lock.isLocked()).isFalse();
    assertThat(registry.getCurrentObservation()).isNull();
    CompletableFuture<Hold> asked = lock.acquireAsync();
    assertThat(asked).succeedsWithin(60, TimeUnit.SECONDS);
    asked.join().close();
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void withLock_earlierHoldWasLostAndForgotten_isObserved() throws Exception {
    DistributedLock lock = locks.get("order:42");
    lock.lock();
    assertThat(lock.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !lock.isHeldByCurrentThread());

    Observation inside =
        lock.withLock(() -> Objects.requireNonNull(registry.getCurrentObservation()));

    assertThat(inside.getContext()).isSameAs(sections().get(1));
    assertSections("lost", "released");
  }

  @Test
  void unlock_clientIsClosed_tellsOfTheLoss() {
    DistributedLock lock = locks.get("order:42");
    lock.lock();
    client.close();

    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);

    assertSections("lost");
  }

  @Test
  void acquireAsync_timeIsOver_isATimeout() throws Exception {
    try (Hold unused = client.lock("order:42").acquire()) {
      CompletableFuture<Hold> asked =
          locks.get("order:42").acquireAsync().orTimeout(50, TimeUnit.MILLISECONDS);
      assertThat(asked).failsWithin(60, TimeUnit.SECONDS);
      assertSections("timeout");
      eventually()
          .isTrue(
              "it is counted", // behind the future, which the caller has completed
              () -> client.statistics().of(LockKind.PLAIN).failed(LockListener.Why.TIMEOUT) == 1);
    }
  }

  @Test
  void await_inASection_doesNotEndIt() throws Exception {
    DistributedLock lock = locks.get("order:42");
    lock.lock();
    assertThat(lock.newCondition("c").await(10, TimeUnit.MILLISECONDS)).isFalse();
    lock.lock();
    lock.unlock();
    assertThat(sections()).hasSize(1).allMatch(context -> context.outcome().isEmpty());
    lock.unlock();
    assertSections("released");
  }
}
