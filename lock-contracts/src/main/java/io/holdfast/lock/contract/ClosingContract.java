package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.concurrent.LiveThreads;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The end of a client: its locks are free at once, its waiters are told, nothing stays. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ClosingContract extends ContractSuite {

  private final BlockingQueue<LossCause> causes = new LinkedBlockingQueue<>();

  @Test
  @DisplayName("failure 65: close() while holding")
  void close_holding_freesTheLockAtOnceAndTellsTheLoss() throws Exception {
    LockClient client = open(ClientSpec.defaults());
    Hold hold = client.lock(name).acquire();
    hold.onLost(causes::add);

    client.close();

    assertThat(others.isLocked()).isFalse();
    assertThat(hold.isValid()).isFalse();
    assertThat(causes.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(LossCause.CLIENT_CLOSED);
    assertThatThrownBy(hold::close)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.CLIENT_CLOSED));
    assertThatCode(hold::close).doesNotThrowAnyException();
  }

  @Test
  void close_heldByAThread_freesTheLockAndTellsTheThread() {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock closing = client.lock(name);
    Actor alice = holderOf(closing);

    client.close();

    assertThat(others.isLocked()).isFalse();
    assertThat(alice.failsIn(closing::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(alice.failsIn(closing::unlock)).isInstanceOf(ClientClosedException.class);
  }

  @Test
  void close_holding_givesTheLockToTheNextWaiter() throws Exception {
    LockClient client = open(ClientSpec.defaults());
    Hold hold = client.lock(name).acquire();
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(others::lock);
    awaitQueueLength(1);

    client.close();

    assertThat(waiting).succeedsWithin(LIMIT);
    assertThat(bob.says(others::token)).isGreaterThan(hold.token());
    bob.does(others::unlock);
  }

  @Test
  @DisplayName("failure 65: close() while waiting at the server")
  void close_waiting_failsTheWaitersAndLeavesTheQueue() {
    Actor alice = holderOf(others);
    LockClient client = open(ClientSpec.defaults());
    DistributedLock closing = client.lock(name);
    List<TestThreads.Body> calls =
        List.of(
            closing::lock,
            closing::lockInterruptibly,
            () -> closing.tryLock(1, TimeUnit.MINUTES),
            closing::acquire,
            () -> closing.tryAcquire(Duration.ofMinutes(1)));
    List<CompletableFuture<?>> waiting = new ArrayList<>(List.of(closing.acquireAsync()));
    for (TestThreads.Body call : calls) {
      Actor bob = actor("bob");
      CompletableFuture<?> begun = bob.starts(call);
      bob.awaitParked(begun);
      waiting.add(begun);
    }
    awaitQueueLength(ticketsOf(waiting.size()));

    client.close();

    waiting.forEach(
        one -> assertThat(Actor.failure(one)).isInstanceOf(ClientClosedException.class));
    awaitQueueLength(0);
    alice.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 65: close() while waiting for another thread")
  void close_locallyWaiting_failsTheWaitersAndFreesTheLock() {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock closing = client.lock(name);
    Actor alice = holderOf(closing);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(closing::lock);
    bob.awaitParked(waiting);

    client.close();

    assertThat(Actor.failure(waiting)).isInstanceOf(ClientClosedException.class);
    assertThat(alice.failsIn(closing::unlock)).isInstanceOf(LeaseLostException.class);
    awaitFreeAndUnwanted();
  }

  @Test
  void everyMethod_closed_throws() {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock closed = client.lock(name);
    client.close();

    List<TestThreads.Body> calls =
        List.of(
            closed::lock,
            () -> closed.lock(Duration.ofSeconds(9)),
            closed::lockInterruptibly,
            closed::tryLock,
            () -> closed.tryLock(1, TimeUnit.SECONDS),
            () -> closed.tryLock(Duration.ZERO, Duration.ofSeconds(9)),
            closed::unlock,
            closed::acquire,
            closed::tryAcquire,
            () -> closed.tryAcquire(Duration.ofSeconds(1)),
            () -> closed.acquire(AcquireOptions.defaults().withoutWaiting()),
            closed::currentHold,
            closed::token,
            closed::isLocked,
            closed::isHeldByCurrentThread,
            closed::getHoldCount,
            closed::inspect,
            closed::forceUnlock);
    for (int i = 0; i < calls.size(); i++) {
      TestThreads.Body call = calls.get(i);
      assertThatThrownBy(call::run, "call %s of the list", i)
          .isInstanceOf(ClientClosedException.class);
    }
    assertThat(Actor.failure(closed.acquireAsync())).isInstanceOf(ClientClosedException.class);
    assertThat(
            Actor.failure(
                closed.withLockAsync(hold -> CompletableFuture.completedFuture("worked"))))
        .isInstanceOf(ClientClosedException.class);
    assertThat(closed.name()).isEqualTo(name);
  }

  @Test
  void lock_closedWhileItsHolderEntersAgain_throws() {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock closing = client.lock(name);
    Actor alice = holderOf(closing);
    client.close();
    assertThat(alice.failsIn(closing::lock)).isInstanceOf(LeaseLostException.class);
    assertThat(alice.failsIn(closing::lock)).isInstanceOf(ClientClosedException.class);
    awaitFreeAndUnwanted();
  }

  @Test
  void close_again_doesNothing() {
    LockClient client = open(ClientSpec.defaults());
    client.close();
    assertThatCode(client::close).doesNotThrowAnyException();
  }

  @Test
  void close_byAWaitersNeighbourInTheMidstOfTraffic_leavesNothing() throws Exception {
    for (int round = 0; round < 5; round++) {
      LockClient client = open(ClientSpec.defaults());
      DistributedLock closing = client.lock(name);
      BlockingQueue<Long> turns = new LinkedBlockingQueue<>();
      List<CompletableFuture<Object>> workers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        workers.add(
            threads()
                .call(
                    "worker",
                    () -> {
                      while (true) {
                        closing.lock();
                        turns.add(closing.token());
                        closing.unlock();
                      }
                    }));
      }
      for (int i = 0; i < 20; i++) {
        assertThat(turns.poll(60, TimeUnit.SECONDS)).isNotNull();
      }

      client.close();

      for (CompletableFuture<Object> worker : workers) {
        assertThat(Actor.failure(worker))
            .isInstanceOfAny(ClientClosedException.class, LeaseLostException.class);
      }
      awaitFreeAndUnwanted();
    }
  }

  @Test
  @DisplayName("failure 65: close() leaves nothing behind")
  void close_used_leavesNoThreadConnectionOrChannel() {
    requireServer();
    Set<Thread> threadsBefore = ownThreads();
    Set<String> connectionsBefore = connections();
    Set<String> channelsBefore = channels();
    LockClient client = open(ClientSpec.defaults());
    DistributedLock closing = client.lock(name);
    closing.lock();
    assertThat(channelsBefore.containsAll(channels())).as("no channel for grants").isFalse();
    closing.unlock();

    client.close();

    Eventually.eventually()
        .passes(
            "all is as before",
            () -> {
              assertThat(threadsBefore).containsAll(ownThreads());
              assertThat(connectionsBefore).containsAll(connections());
              assertThat(channelsBefore).containsAll(channels());
            });
  }

  private static Set<Thread> ownThreads() {
    return LiveThreads.named("holdfast-");
  }

  /** By server and id, which is not used again. */
  private Set<String> connections() {
    Set<String> ids = new HashSet<>();
    for (TestServer server : fixture().servers()) {
      server.clients().forEach(client -> ids.add(server.uri() + ' ' + client.split(" ", 2)[0]));
    }
    return ids;
  }

  private Set<String> channels() {
    return fixture().servers().stream()
        .flatMap(server -> server.admin().texts("PUBSUB", "CHANNELS").stream())
        .collect(Collectors.toSet());
  }
}
