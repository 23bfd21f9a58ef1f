package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The end of a client: its waiters are told, its permits stay taken, and the cost of that. */
public abstract class SemaphoreClosingContract extends SemaphoreSuite {

  @Test
  void close_waiting_failsTheWaitersAndLeavesTheQueue() {
    assertThat(others.tryAcquire(PERMITS)).isTrue();
    SemaphoreClient client = open(ClientSpec.defaults());
    DistributedSemaphore closing = of(client);
    List<TestThreads.Body> calls =
        List.of(
            closing::acquire,
            () -> closing.acquire(2),
            closing::acquireUninterruptibly,
            () -> closing.tryAcquire(1, 1, TimeUnit.MINUTES));
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (TestThreads.Body call : calls) {
      Actor actor = actor("waiter");
      CompletableFuture<?> begun = actor.starts(call);
      actor.awaitParked(begun);
      waiting.add(begun);
    }
    waiting.add(closing.acquireAsync(1));
    waiting.add(closing.tryAcquireAsync(1, Duration.ofMinutes(1)));
    awaitQueueLength(isFair() ? waiting.size() : 1);

    client.close();

    waiting.forEach(
        one -> assertThat(Actor.failure(one)).isInstanceOf(ClientClosedException.class));
    awaitQueueLength(0);
    others.release(PERMITS);
    staysAvailable(PERMITS);
  }

  @Test
  void close_asPermitsAreGranted_losesNone() {
    for (int i = 0; i < 10; i++) {
      assertThat(others.tryAcquire(PERMITS)).isTrue();
      SemaphoreClient client = open(ClientSpec.defaults());
      DistributedSemaphore closing = of(client);
      CompletableFuture<?> waiting = queue("waiter", () -> closing.acquire(2));
      CompletableFuture<?> releasing = others.releaseAsync(PERMITS);
      client.close();
      Actor.ends(releasing);
      boolean isServed = Actor.succeeds(waiting.handle((done, thrown) -> thrown == null));
      if (!isServed) {
        assertThat(Actor.failure(waiting)).isInstanceOf(ClientClosedException.class);
      }
      int taken = isServed ? 2 : 0;
      awaitAvailable(PERMITS - taken);
      others.release(taken);
    }
  }

  @Test
  void close_withPermits_leavesThemTaken() throws Exception {
    SemaphoreClient client = open(ClientSpec.defaults());
    of(client).acquire(2);
    client.close();
    staysAvailable(PERMITS - 2);
    others.release(2);
    assertThat(watcher.availablePermits()).isEqualTo(PERMITS);
  }

  @Test
  void everyMethod_closed_throws() {
    SemaphoreClient client = open(ClientSpec.defaults());
    DistributedSemaphore closed = of(client);
    client.close();
    List<TestThreads.Body> calls =
        List.of(
            closed::acquire,
            closed::acquireUninterruptibly,
            closed::tryAcquire,
            () -> closed.tryAcquire(1, TimeUnit.SECONDS),
            () -> closed.tryAcquire(1, Duration.ZERO),
            closed::release,
            closed::availablePermits,
            closed::drainPermits,
            () -> closed.addPermits(1),
            () -> closed.reducePermits(1),
            () -> closed.resize(1),
            closed::getQueueLength,
            closed::hasQueuedThreads,
            closed::delete);
    for (int i = 0; i < calls.size(); i++) {
      TestThreads.Body call = calls.get(i);
      assertThatThrownBy(call::run, "call %s of the list", i)
          .isInstanceOf(ClientClosedException.class);
    }
    for (CompletableFuture<?> async :
        List.of(
            closed.acquireAsync(),
            closed.tryAcquireAsync(1, Duration.ofSeconds(1)),
            closed.releaseAsync(1))) {
      assertThat(Actor.failure(async)).isInstanceOf(ClientClosedException.class);
    }
    assertThat(closed.name()).isEqualTo(name);
    assertThat(closed.isFair()).isEqualTo(isFair());
  }

  @Test
  void acquireAndRelease_ofFreePermits_isOneScriptEach() throws Exception {
    semaphore.acquire();
    semaphore.release(); // whatever the first use costs
    long before = scriptCalls();
    for (int i = 0; i < 10; i++) {
      semaphore.acquire();
      semaphore.release();
    }
    assertThat(scriptCalls() - before).isEqualTo(20);
  }

  @Test
  void release_withManyWaiting_isOneScriptAndOneAnswerOfTheServed() throws Exception {
    semaphore.acquire(PERMITS);
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      DistributedSemaphore one = anotherPatient();
      waiting.add(queue("waiter " + i, one::acquire));
    }
    awaitQuiet();
    long before = scriptCalls();
    semaphore.release();
    eventually().isTrue("served", () -> waiting.get(0).isDone());
    // The release and the confirmation; some of the others may ask after a slice just now.
    assertThat(scriptCalls() - before).isBetween(2L, 5L);
    semaphore.release(5);
    waiting.forEach(Actor::ends);
    awaitAvailable(0);
  }
}
