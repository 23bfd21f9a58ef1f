package io.holdfast.lock.semaphore;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.semaphore.count.CountingSemaphores;
import io.holdfast.lock.semaphore.count.Latches;
import io.holdfast.lock.semaphore.pool.Pools;
import java.util.Optional;

/**
 * The semaphores, pools of permits and latches of a client.
 *
 * <pre>{@code
 * Semaphores semaphores = new Semaphores(client);
 *
 * PermitPool gpus = semaphores.pool("gpu", 4);
 * try (Permit permit = gpus.acquire(2)) {
 *   // at most 4 are in use, in all processes together; they come back when their process dies
 * }
 *
 * DistributedSemaphore tickets = semaphores.get("tickets", 100);   // as java.util.concurrent.Semaphore
 * tickets.acquire();
 *
 * DistributedCountDownLatch loaded = semaphores.latch("loaded", 3); // as java.util.concurrent.CountDownLatch
 * loaded.await();
 * }</pre>
 *
 * <p><b>Cost.</b> Free permits cost two round trips: one to take, one to give back. The first use
 * of each object costs one more request, which compares its number with the server's, or two if the
 * server had none; no call waits for those. A message wakes a waiter. A release is one script and
 * one message for each waiter that it serves, however many wait. While threads wait, a client sends
 * one request for each name every third of the claim lease.
 *
 * <p>A request to a pool scans all permits that are held, so a pool is meant for some hundred
 * holders. Threads of one process hand the permits of a semaphore that is not fair to each other
 * without the network. A waiter of a semaphore sends one more request when it gets its permits, to
 * confirm that it is alive.
 */
public final class Semaphores {

  static final LockScripts POOL = LockScripts.shared(scripts("pool/"), Optional.of("change.lua"));
  static final LockScripts SEMAPHORE = LockScripts.counting(scripts("sem/"));
  static final LockScripts LATCH = LockScripts.counting(scripts("latch/"));

  private final Pools pools;
  private final CountingSemaphores semaphores;
  private final Latches latches;

  /**
   * The semaphores, pools and latches of this client, which stays the owner of everything; no I/O.
   */
  public Semaphores(HoldfastClient client) {
    this.pools = Pools.of(client, "pool", POOL);
    this.semaphores = CountingSemaphores.of(client, "sem", SEMAPHORE);
    this.latches = Latches.of(client, "latch", LATCH);
  }

  private static LuaScript.Source scripts(String directory) {
    return file -> Semaphores.class.getResourceAsStream(directory + file);
  }

  /**
   * The semaphore of this name, by an object that is not fair. No I/O; all objects of one name are
   * the same semaphore. Keep the object where it is used often.
   *
   * @param permits how many there are, if no client has set the number before; below zero as in the
   *     JDK: permits must be released until the balance is above zero before any is available
   * @throws IllegalArgumentException if the name is longer than 1024 bytes of UTF-8 or not
   *     well-formed Unicode
   */
  public DistributedSemaphore get(String name, int permits) {
    return get(name, permits, false);
  }

  /**
   * As {@link #get(String, int)}.
   *
   * @param fair whether this object never overtakes waiters; other objects of the name may
   */
  public DistributedSemaphore get(String name, int permits, boolean fair) {
    return semaphores.get(name, permits, fair);
  }

  /**
   * The pool of this name. No I/O; all objects of one name are the same pool. Keep the object where
   * it is used often.
   *
   * @param size how many permits there are, if no client has set the size before
   * @throws IllegalArgumentException if the size is less than one, or the name is longer than 1024
   *     bytes of UTF-8 or not well-formed Unicode
   */
  public PermitPool pool(String name, int size) {
    return pools.get(name, size);
  }

  /**
   * The latch of this name. No I/O; all objects of one name are the same latch.
   *
   * @param count how often it has to be counted down, if no client has set the count before
   * @throws IllegalArgumentException if that is less than zero, or the name is longer than 1024
   *     bytes of UTF-8 or not well-formed Unicode
   */
  public DistributedCountDownLatch latch(String name, int count) {
    return latches.get(name, count);
  }
}
