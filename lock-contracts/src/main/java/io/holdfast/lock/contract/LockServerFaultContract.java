package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Connections that break, and a server that refuses or is away, for locks: what all resources
 * promise, holds, and callers that give up.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LockServerFaultContract extends FaultSuite
    implements ServerErrorContract, ConnectionFaultContract {

  private static final int TRIALS = 20;

  private static final Duration SLOW = Duration.ofMillis(15);
  private static final Duration FAREWELL = Duration.ofMillis(100);

  private Duration lease() {
    return time.isVirtual() ? time.lease() : Duration.ofSeconds(30);
  }

  private void renewOften() {
    lock = open(spec().lease(lease())).lock(name);
  }

  @Test
  @DisplayName("failure 24: a half-open connection under a hold")
  void hold_connectionHalfOpen_isRenewedOverANewOne() throws Exception {
    Duration lease = time.isVirtual() ? time.lease() : Duration.ofSeconds(15);
    LockClient client = open(spec().lease(lease));
    try (Hold hold = client.lock(name).acquire()) {
      proxy.blackhole(Connections.all().present());
      for (int i = 0; i < 2; i++) {
        awaitRenewal(hold);
      }
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  @DisplayName("failure 76: a path swallows what is sent, new connections included, and heals")
  void hold_pathSwallowsAllAndHeals_survivesAndTheServerIsSoonThereAgain() {
    renewOften();
    Hold hold = Actor.succeeds(lock.acquireAsync());

    swallowUntilOpenedAnewTwice();

    within(GIVEN_UP).isTrue("it is answered", this::isAnswering);
    awaitRenewal(hold);
    assertThat(hold.isValid()).isTrue();
    assertThat(others.tryLock()).isFalse();
    hold.close();
    awaitFreeAndUnwanted();
  }

  @Test
  @Tag("timing")
  @DisplayName("failure 76: a path swallows what is sent and heals, and in 6 s")
  void path_swallowsAllAndHeals_isAnsweredWithinSixSeconds() {
    renewOften();
    lock.lock();

    swallowUntilOpenedAnewTwice();

    within(Duration.ofSeconds(6)).isTrue("it is answered", this::isAnswering);
    lock.unlock();
  }

  /**
   * Renewals are due meanwhile. The new connections hang in their handshake, each for one command
   * time-out.
   */
  private void swallowUntilOpenedAnewTwice() {
    try (ActiveFault swallowing = proxy.blackhole(Connections.all())) {
      long before = proxy.counters().connections();
      time.passes(lease().dividedBy(2));
      within(GIVEN_UP)
          .isTrue(
              "those of both clients, and one of them twice, as it is not answered",
              () -> !isAnswering() && proxy.counters().connections() - before >= 5);
    }
  }

  @Test
  @DisplayName("failure 84: the lock is tried when a waiter has just timed out")
  void tryLock_justAfterAnotherTimedOut_isTrue() {
    proxy.delay(Connections.verbs(), Direction.TO_SERVER, SLOW, SLOW);
    for (int trial = 0; trial < TRIALS; trial++) {
      others.lock();
      assertNobodyWantsItWhenItEnds(
          () -> assertThat(lock.tryLock(1, TimeUnit.MILLISECONDS)).isFalse());
    }
  }

  @Test
  @DisplayName("failure 84: the lock is tried when a waiter was just interrupted")
  void tryLock_justAfterAnotherWasInterrupted_isTrue() {
    proxy.delay(Connections.verbs(), Direction.TO_SERVER, SLOW, SLOW);
    Actor bob = actor("bob");
    for (int trial = 0; trial < TRIALS; trial++) {
      others.lock();
      CompletableFuture<?> interrupted =
          bob.begins(
              () -> {
                assertThatThrownBy(lock::lockInterruptibly)
                    .isInstanceOf(InterruptedException.class);
                return true;
              });
      awaitQueueLength(1);
      assertNobodyWantsItWhenItEnds(
          () -> {
            bob.thread().interrupt();
            Actor.ends(interrupted);
          });
    }
  }

  /** The call that gives up waits for the server to know, but for 100 ms at most. */
  private void assertNobodyWantsItWhenItEnds(TestThreads.Body givesUp) {
    long before = System.nanoTime();
    try {
      givesUp.run();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    long tookNanos = System.nanoTime() - before;
    others.unlock();
    boolean isFree = others.tryLock();
    assertThat(isFree || tookNanos >= FAREWELL.toNanos()).as("free at once").isTrue();
    if (isFree) {
      others.unlock();
    } else {
      awaitFreeAndUnwanted();
    }
  }

  private void awaitRenewal(Hold hold) {
    if (time.isVirtual()) {
      time.halfALeasePasses(hold);
      time.awaitRenewed(hold);
      return;
    }
    Duration left = hold.remaining();
    within(left).isTrue("it is renewed", () -> hold.remaining().compareTo(left) > 0);
  }

  @Test
  @DisplayName("failure 41: the server accepts no more clients")
  void lock_serverFull_isAskedGentlyAndWorksWhenThereIsRoom() {
    server.admin().text("CONFIG", "SET", "maxclients", "1");
    proxy.cut(Connections.all(), Cut.FIN);
    CompletableFuture<?> waiting = actor("waiter").starts(this::lockAndUnlock);
    long accepted = proxy.counters().connections();

    stays(Duration.ofSeconds(2), "waits", () -> !waiting.isDone());

    assertThat(proxy.counters().connections() - accepted)
        .as("connections tried within 2 s")
        .isLessThan(60);
    server.admin().text("CONFIG", "SET", "maxclients", "1000");
    assertThat(waiting).succeedsWithin(GIVEN_UP);
  }

  private void lockAndUnlock() {
    lock.lock();
    lock.unlock();
  }

  @Test
  @DisplayName("failure 73: requests while there is no connection")
  void requests_noConnection_failAtOnceAndAreNotKept() {
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      assertThatThrownBy(lock::tryLock).isInstanceOf(LockServerException.class);
      long start = System.nanoTime();
      for (int i = 0; i < 400; i++) {
        assertThatThrownBy(lock::tryLock).isInstanceOf(LockServerException.class);
      }
      // If each waited for its time-out, this would take two minutes.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
    }
    long before = scriptCalls();
    within(GIVEN_UP).isTrue("works again", this::isAnswering);
    assertThat(scriptCalls() - before).as("nothing was kept and sent again").isLessThan(20);
  }

  private boolean isAnswering() {
    try {
      lock.inspect();
      return true;
    } catch (LockServerException e) {
      return false;
    }
  }

  @Test
  @DisplayName("failure 6: the server cannot be reached when a hold is extended, or taken away")
  void extendAndForce_serverAway_throwAndTheHoldIsAsBefore() throws Exception {
    Hold hold = lock.acquire();
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      for (TestThreads.Body call :
          List.<TestThreads.Body>of(
              () -> hold.extend(Duration.ofHours(1)),
              lock::forceUnlock,
              lock::inspect,
              lock::isLocked)) {
        assertThatThrownBy(call::run).isInstanceOf(LockServerException.class);
      }
      assertThat(hold.isValid()).isTrue();
      assertThat(hold.remaining()).isLessThan(Duration.ofMinutes(11));
    }
    within(GIVEN_UP).isTrue("works again", this::isAnswering);
    assertThat(hold.isValid()).isTrue();
    hold.close();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 24: a waiter gives up while nothing is answered")
  void lockInterruptibly_interruptedWhileThePathIsSilent_returnsBeforeItHeals() {
    Actor holder = holderOf(others);
    Actor waiter = actor("waiter");
    CompletableFuture<?> waiting = waiter.starts(lock::lockInterruptibly);
    awaitQueueLength(1);
    try (ActiveFault silent = proxy.blackhole(Connections.all())) {
      waiter.thread().interrupt();
      assertThat(Actor.failure(waiting)).isInstanceOf(InterruptedException.class);
    }
    holder.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 32: the server is out of memory when a renewal is due")
  void renewal_serverOutOfMemory_goesOn() throws Exception {
    DistributedLock leased = open(spec().lease(time.lease())).lock(name);
    Hold hold = leased.acquire();
    server.maxMemory(1);

    time.leasesPass(1, hold);

    assertThat(hold.isValid()).isTrue();
    assertThat(others.isLocked()).isTrue();
    hold.close();
    server.maxMemory(0);
    awaitFreeAndUnwanted();
  }
}
