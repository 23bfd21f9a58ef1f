package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;

import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.ServerClock;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The common time of the clients and the servers of a test. It runs like that of this machine.
 * Where the servers' clocks can be shifted it is <em>virtual</em>: the test lets any time pass at
 * once, and leases can be so long that no stall of the machine ends one. Otherwise leases are
 * short, and the test waits.
 *
 * <p>A kind of lock takes part by a client that takes {@link #nanoTime()} for the time, parks by
 * {@link #parkUntil}, and says so by {@link LockFixture#keepsTestTime()}. Any thread.
 */
public final class TestTime implements ClientClock {

  /**
   * When half of it passes at once, a waiter that asks again every third of a claim lease of 5 min
   * has not been silent for that claim, and so does not count as dead.
   */
  private static final Duration LONG_LEASE = Duration.ofMinutes(5);

  /** It is renewed in time even after a stall of two seconds. */
  private static final Duration REAL_LEASE = Duration.ofSeconds(6);

  /** A grant is confirmed when a sixth of the claim has passed, which is at most the lease. */
  private static final int UNTIL_CONFIRMED = 5;

  private final boolean isVirtual;
  private final Set<ServerClock> serverClocks; // none for real time, and without a server
  private final AtomicLong aheadNanos = new AtomicLong();
  private final Set<Thread> parked = ConcurrentHashMap.newKeySet();
  private final Set<Thread> heldBack = ConcurrentHashMap.newKeySet();
  private final Set<Thread> standing = ConcurrentHashMap.newKeySet(); // of these, those woken

  private TestTime(boolean isVirtual, Set<ServerClock> serverClocks) {
    this.isVirtual = isVirtual;
    this.serverClocks = serverClocks;
  }

  /** Virtual if the clocks of all these servers can be shifted, otherwise that of this machine. */
  static TestTime of(List<TestServer> servers) {
    Set<ServerClock> clocks = new HashSet<>();
    for (TestServer server : servers) {
      if (!(server instanceof RedisServer own && own.hasClock())) {
        return real();
      }
      clocks.add(own.clock());
    }
    return new TestTime(true, Set.copyOf(clocks));
  }

  /** That of this machine. */
  static TestTime real() {
    return new TestTime(false, Set.of());
  }

  /** As {@link System#nanoTime()}, plus the time that the test let pass. */
  @Override
  public long nanoTime() {
    return System.nanoTime() + aheadNanos.get();
  }

  /**
   * Parks the current thread until this time at the latest, unless it has passed; ends early as
   * {@link LockSupport#park} does.
   *
   * @param blocker what the thread waits for, as thread dumps show it
   */
  @Override
  public void parkUntil(Object blocker, long untilNanos) {
    Thread current = Thread.currentThread();
    parked.add(current); // before it looks: a later move of the time then wakes it
    try {
      LockSupport.parkNanos(blocker, untilNanos - nanoTime());
      while (heldBack.contains(current)) {
        standing.add(current);
        LockSupport.park(blocker);
      }
      standing.remove(current);
    } finally {
      parked.remove(current);
    }
  }

  /** Keeps the parked thread from seeing why it wakes until {@link #letGo}. */
  void holdBack(Thread thread) {
    heldBack.add(thread);
  }

  /** Whether the thread has been woken, and is held back. */
  boolean isStanding(Thread thread) {
    return standing.contains(thread);
  }

  /** Lets the thread go on. */
  void letGo(Thread thread) {
    heldBack.remove(thread);
    LockSupport.unpark(thread);
  }

  /** Whether it passes at once. */
  boolean isVirtual() {
    return isVirtual;
  }

  /**
   * Lets this much time pass: first at the servers, then for the clients. So a client may hear from
   * the server that a lease is over before it finds out by itself, where both are due.
   */
  void passes(Duration time) {
    if (!isVirtual()) {
      Eventually.stays(time, "time passes", () -> true);
      return;
    }
    serverClocks.forEach(clock -> clock.jump(time));
    aheadNanos.addAndGet(time.toNanos());
    parked.forEach(LockSupport::unpark);
  }

  /** A lease for clients whose leases a test sees end. */
  Duration lease() {
    return isVirtual() ? LONG_LEASE : REAL_LEASE;
  }

  /** Beyond the time when a renewal is due, and far from the end of a lease. */
  Duration halfALease() {
    return lease().dividedBy(2);
  }

  /** Lets enough time pass for the confirmation of a grant. */
  void confirmationIsDue() {
    passes(lease().dividedBy(UNTIL_CONFIRMED));
  }

  /** Lets this many leases pass, while the hold is renewed whenever that is due. */
  void leasesPass(int leases, Hold hold) {
    for (int i = 0; i < 2 * leases; i++) {
      halfALeasePasses(hold);
    }
    awaitRenewed(hold);
  }

  /** Lets half a lease pass after the hold has been renewed. */
  void halfALeasePasses(Hold hold) {
    awaitRenewed(hold);
    passes(halfALease());
  }

  /** Waits until a lease of usual length is nearly full. */
  void awaitRenewed(Hold hold) {
    Duration most = lease().multipliedBy(3).dividedBy(5);
    eventually()
        .expect("renewed: more is left than " + most, hold::remaining, r -> r.compareTo(most) > 0);
  }
}
