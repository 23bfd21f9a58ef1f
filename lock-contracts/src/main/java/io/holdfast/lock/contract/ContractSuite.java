package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites share: the fixture, two clients that stand for two processes, threads that own
 * locks, and a check of what a test has left behind.
 */
public abstract class ContractSuite extends ContractWorld implements OfKind<LockFixture> {

  private LockFixture fixture;

  private LockClient client;

  /** The lock, of the client whose promises are tested. */
  DistributedLock lock;

  /** The same lock, of another client. */
  DistributedLock others;

  /** The time of the clients and the server. */
  TestTime time;

  @BeforeEach
  void openWorld(TestServer server) {
    fixture = fixture(server);
    time = fixture.keepsTestTime() ? TestTime.of(fixture.servers()) : TestTime.real();
    client = open(spec());
    lock = client.lock(name);
    others = open(othersSpec()).lock(name);
  }

  /** Replaces the client behind {@link #lock} by another; closing it waits for its retries. */
  final void renewClient(ClientSpec spec) {
    client.close();
    client = open(spec);
    lock = client.lock(name);
  }

  /** The settings of the client behind {@link #lock}. */
  ClientSpec spec() {
    return ClientSpec.defaults().label("first");
  }

  /** The settings of the client behind {@link #others}. */
  ClientSpec othersSpec() {
    return ClientSpec.defaults().label("other");
  }

  @AfterEach
  void closeWorld() {
    endAll();
    for (TestServer server : serversInTheEnd()) {
      eventually()
          .expect("nobody holds", () -> server.keys(fixture.holderPattern()), List::isEmpty);
      assertForgotten(server, fixture.keys(name));
    }
  }

  /** Where a test may have left something. */
  List<TestServer> serversInTheEnd() {
    return fixture.servers();
  }

  /** Skips a test about the server for kinds without one. Call it first in the test. */
  protected void requireServer() {
    assumeTrue(!fixture.servers().isEmpty(), "about the server");
  }

  final LockFixture fixture() {
    return fixture;
  }

  /** A client that is closed when the test is over. */
  final LockClient open(ClientSpec spec) {
    LockClient client = fixture.open(onTestTime(refined(spec)));
    closeInTheEnd(client::close);
    return client;
  }

  private ClientSpec onTestTime(ClientSpec spec) {
    return fixture.keepsTestTime() ? spec.time(time) : spec;
  }

  /** Adapts the settings of a client: by default nothing happens by time. */
  ClientSpec refined(ClientSpec spec) {
    return spec.calm();
  }

  /** The hold of the lock by this view that this thread has. */
  static Hold holdOf(Actor owner, DistributedLock view) {
    return owner.says(() -> view.currentHold().orElseThrow());
  }

  /** A thread that holds the lock by this view. */
  final Actor holderOf(DistributedLock view) {
    Actor holder = actor("holder");
    holder.does(view::lock);
    return holder;
  }

  /**
   * A thread that takes the lock by this view and then waits for a signal; returns when the thread
   * has released the lock. No other thread may hold or want it meanwhile.
   */
  final Sleeper<Boolean> sleeper(DistributedLock view, TestThreads.Body await) {
    return timedSleeper(
        view,
        () -> {
          await.run();
          return true;
        });
  }

  /** As {@link #sleeper}, on condition {@code c}; releases the lock as soon as it wakes up. */
  final Sleeper<Boolean> napper(DistributedLock view) {
    return napper(view, "c");
  }

  /** As {@link #napper(DistributedLock)}, on this condition. */
  @SuppressWarnings("WaitNotInLoop") // the test checks what wakes it
  final Sleeper<Boolean> napper(DistributedLock view, String conditionName) {
    Condition condition = view.newCondition(conditionName);
    return sleeper(
        view,
        () -> {
          condition.await();
          view.unlock();
        });
  }

  /** As {@link #sleeper}, with an await that returns a value. */
  final <T> Sleeper<T> timedSleeper(DistributedLock view, Callable<T> await) {
    return fallAsleep(holderOf(view), view, await);
  }

  /**
   * A thread that takes the lock by this view and then waits for a signal; the other thread, which
   * queued before that, holds the lock by {@link #others} when this returns.
   */
  final <T> Sleeper<T> lockedOut(Actor next, DistributedLock view, Callable<T> await) {
    Actor holder = holderOf(view);
    CompletableFuture<?> locking = next.starts(others::lock);
    awaitQueueLength(1);
    Sleeper<T> sleeper = new Sleeper<>(holder, view, holder.begins(await));
    assertThat(locking).succeedsWithin(LIMIT);
    return sleeper;
  }

  /** As {@link #sleeper}, by a thread that holds the lock already. */
  final <T> Sleeper<T> fallAsleep(Actor holder, DistributedLock view, Callable<T> await) {
    Sleeper<T> sleeper = new Sleeper<>(holder, view, holder.begins(await));
    eventually().isTrue("it let go", () -> sleeper.isAwake() || !others.isLocked());
    sleeper.sleeps();
    return sleeper;
  }

  /** Takes the lock by this view, runs the task, and releases the lock. */
  final void underLock(DistributedLock view, TestThreads.Body body) {
    Actor holder = holderOf(view);
    holder.does(body);
    holder.does(view::unlock);
    holder.dismiss();
  }

  /** How many tickets this many waiters of one client have at the server. */
  final int ticketsOf(int waiters) {
    return fixture.keepsOrderOfArrival() ? waiters : 1;
  }

  /** The servers lose the queue; a waiter that asks again is back in it. */
  final void deleteQueue() {
    for (TestServer server : fixture.servers()) {
      assertThat(server.admin().number("DEL", fixture.keys(name).get(1))).isOne();
    }
  }

  /** Waits until this many tickets wait for the lock at the server. */
  final void awaitQueueLength(int length) {
    eventually()
        .expect("queue length " + length, () -> others.inspect().queueLength(), n -> n == length);
  }

  /** Asserts that nobody holds the lock or waits for it, now or very soon. */
  final void awaitFreeAndUnwanted() {
    eventually()
        .expect(
            "nobody holds or waits",
            others::inspect,
            state -> state.holder().isEmpty() && state.queueLength() == 0);
  }

  /** Script calls that the servers have executed. */
  final long scriptCalls() {
    return scriptCalls(fixture.servers());
  }

  /**
   * The same, once all requests in flight have arrived: a quorum does not wait for its last nodes.
   */
  final long scriptCallsAtRest() {
    Duration aMoment = Duration.ofMillis(100);
    long[] calls = {scriptCalls()};
    long[] since = {System.nanoTime()};
    eventually()
        .isTrue(
            "no script is called for a moment",
            () -> {
              long now = scriptCalls();
              if (now != calls[0]) {
                calls[0] = now;
                since[0] = System.nanoTime();
              }
              return System.nanoTime() - since[0] > aMoment.toNanos();
            });
    return calls[0];
  }
}
