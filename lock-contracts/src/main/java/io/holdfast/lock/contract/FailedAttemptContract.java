package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockListener.Why;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each attempt that ends without a hold is reported once, with the reason. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class FailedAttemptContract extends ContractSuite {

  private static final Duration WAIT = Duration.ofMillis(150);
  private static final AcquireOptions BRIEFLY = AcquireOptions.defaults().waitAtMost(WAIT);

  private final Listening listening = new Listening();

  @Override
  ClientSpec spec() {
    return super.spec().listener(listening);
  }

  /** These attempts have failed, in this order, and no other has. */
  private void awaitFailures(Why... expected) {
    assertThat(awaitFailuresOf(listening, expected.length))
        .extracting(Listening.Failure::why)
        .containsExactly(expected);
    assertThat(listening.count("acquired")).isZero();
  }

  private List<Listening.Failure> awaitFailuresOf(Listening heard, int count) {
    eventually().expect(count + " failed", heard::failures, failures -> failures.size() >= count);
    assertThat(heard.failures())
        .extracting(Listening.Failure::attempt)
        .containsOnly(new AttemptEvent(fixture().kind(), name, "first"));
    return heard.failures();
  }

  @Test
  void tryLock_heldByAnother_isHeld() throws Exception {
    Actor alice = holderOf(others);

    assertThat(lock.tryLock()).isFalse();
    assertThat(lock.tryLock(0, TimeUnit.SECONDS)).isFalse();
    assertThat(lock.tryAcquire()).isEmpty();
    CompletableFuture<Hold> future = lock.acquireAsync(AcquireOptions.defaults().withoutWaiting());
    assertThat(Actor.failure(future)).isInstanceOf(LockTimeoutException.class);

    awaitFailures(Why.HELD, Why.HELD, Why.HELD, Why.HELD);
    alice.does(others::unlock);
  }

  @Test
  void attempts_timeOver_areTimeouts() throws Exception {
    Actor alice = holderOf(others);

    assertThat(lock.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    assertThat(lock.tryAcquire(WAIT)).isEmpty();
    assertThatThrownBy(() -> lock.acquire(BRIEFLY)).isInstanceOf(LockTimeoutException.class);
    assertThat(Actor.failure(lock.acquireAsync(BRIEFLY))).isInstanceOf(LockTimeoutException.class);

    awaitFailures(Why.TIMEOUT, Why.TIMEOUT, Why.TIMEOUT, Why.TIMEOUT);
    assertThat(listening.failures()).allMatch(failure -> failure.waited().compareTo(WAIT) >= 0);
    alice.does(others::unlock);
  }

  @Test
  void futures_givenUpByTheirUser_areTold() {
    Actor alice = holderOf(others);
    CompletableFuture<Hold> cancelled = lock.acquireAsync();
    awaitQueueLength(1);

    assertThat(cancelled.cancel(false)).isTrue();
    awaitFailures(Why.INTERRUPTED);
    awaitQueueLength(0);
    CompletableFuture<Hold> timedOut =
        lock.acquireAsync().orTimeout(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(Actor.failure(timedOut)).isNotNull();

    awaitFailures(Why.INTERRUPTED, Why.TIMEOUT);
    alice.does(others::unlock);
  }

  @Test
  void threads_interrupted_areInterrupted() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lockInterruptibly);
    awaitQueueLength(1);
    bob.thread().interrupt();
    assertThat(Actor.failure(waiting)).isInstanceOf(InterruptedException.class);
    awaitFailures(Why.INTERRUPTED);

    for (TestThreads.Body call :
        List.<TestThreads.Body>of(
            lock::lockInterruptibly,
            () -> lock.tryLock(1, TimeUnit.HOURS),
            () -> lock.acquire(BRIEFLY))) {
      assertThat(bob.failsIn(() -> interruptedFirst(call)))
          .isInstanceOf(InterruptedException.class);
    }

    awaitFailures(Why.INTERRUPTED, Why.INTERRUPTED, Why.INTERRUPTED, Why.INTERRUPTED);
    alice.does(others::unlock);
  }

  private static void interruptedFirst(TestThreads.Body call) throws Exception {
    Thread.currentThread().interrupt();
    call.run();
  }

  @Test
  void attempts_clientIsClosed_areClosed() {
    Actor alice = holderOf(others);
    Listening own = new Listening();
    LockClient client = open(ClientSpec.defaults().label("first").listener(own));
    Actor bob = actor("bob");
    CompletableFuture<?> thread = bob.starts(client.lock(name)::lock);
    CompletableFuture<Hold> future = client.lock(name).acquireAsync();
    bob.awaitParked(thread);
    awaitQueueLength(ticketsOf(2));

    client.close();

    assertThat(Actor.failure(thread)).isInstanceOf(ClientClosedException.class);
    assertThat(Actor.failure(future)).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(() -> client.lock(name).lock()).isInstanceOf(ClientClosedException.class);
    assertThat(Actor.failure(client.lock(name).acquireAsync()))
        .isInstanceOf(ClientClosedException.class);
    assertThat(awaitFailuresOf(own, 4)).extracting(Listening.Failure::why).containsOnly(Why.CLOSED);
    assertThat(own.failures()).hasSize(4);
    alice.does(others::unlock);
  }

  @Test
  void attempts_serverRefuses_areUnreachable() {
    requireServer();
    String key = fixture().keys(name).get(0);
    fixture().servers().forEach(server -> server.admin().text("SET", key, "foreign"));

    assertThatThrownBy(lock::lock).isInstanceOf(LockServerException.class);
    assertThatThrownBy(lock::tryLock).isInstanceOf(LockServerException.class);
    assertThat(Actor.failure(lock.acquireAsync())).isInstanceOf(LockServerException.class);

    fixture().servers().forEach(server -> server.admin().number("DEL", key));
    awaitFailures(Why.UNREACHABLE, Why.UNREACHABLE, Why.UNREACHABLE);
  }

  @Test
  void reentry_andAHoldAfterAll_areNotTold() throws Exception {
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
    lock.unlock();
    lock.acquireAsync().get().close();

    eventually().isTrue("told", () -> listening.count("acquired") == 2);
    assertThat(listening.failures()).isEmpty();
  }
}
