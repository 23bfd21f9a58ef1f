package io.holdfast.lock.contract.mutant;

import java.time.Duration;
import java.util.Date;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * Waiters in a list at the server; a signal wakes the first of them that still listens. Wakes up
 * now and then for no reason, so that an owner that dies before it signals puts nobody to sleep.
 */
final class MiniCondition implements Condition {

  private static final long SPURIOUS_NANOS = Duration.ofMillis(300).toNanos();

  private final MiniLock lock;
  private final MiniClient client;
  private final String key;
  private final boolean isDefect;

  MiniCondition(MiniLock lock, MiniClient client, String key, Defect defect) {
    this.lock = lock;
    this.client = client;
    this.key = key;
    this.isDefect = defect == Defect.LOST_SIGNAL;
  }

  /** Whether it was woken before the time was over. */
  private boolean park(long nanos) throws InterruptedException {
    MiniHold held = lock.requireHeld();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    String id = client.newId();
    Semaphore signal = client.expect(id);
    client.ask(server -> server.number("RPUSH", key, id));
    boolean isSignalled = false;
    boolean isInterrupted = false;
    long longest = isDefect ? nanos : Math.min(nanos, SPURIOUS_NANOS);
    try {
      lock.giveUp(held);
      isSignalled = signal.tryAcquire(longest, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      isInterrupted = true;
    } finally {
      client.forget(id);
      isSignalled |= client.ask(server -> server.number("LREM", key, "1", id)) == 0;
    }
    lock.takeBack(held);
    if (isInterrupted) {
      if (!isSignalled) {
        throw new InterruptedException();
      }
      Thread.currentThread().interrupt();
    }
    return isSignalled || longest < nanos;
  }

  @Override
  public void await() throws InterruptedException {
    var unused = park(Long.MAX_VALUE / 2);
  }

  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    return park(unit.toNanos(time));
  }

  @Override
  public long awaitNanos(long nanosTimeout) throws InterruptedException {
    long begin = System.nanoTime();
    var unused = park(nanosTimeout);
    return nanosTimeout - (System.nanoTime() - begin);
  }

  @SuppressWarnings("JavaUtilDate") // as the interface has it
  @Override
  public boolean awaitUntil(Date deadline) throws InterruptedException {
    return park(TimeUnit.MILLISECONDS.toNanos(deadline.getTime() - System.currentTimeMillis()));
  }

  @Override
  public void awaitUninterruptibly() {
    throw new UnsupportedOperationException("not a part of the mini lock");
  }

  @Override
  public void signal() {
    lock.requireHeld();
    var unused = signalNext();
  }

  @Override
  public void signalAll() {
    lock.requireHeld();
    boolean more = true;
    while (more) {
      more = signalNext();
    }
  }

  /** Whether there was one. Those who do not listen any more are dead. */
  private boolean signalNext() {
    while (true) {
      String id = client.ask(server -> server.command("LPOP", key) instanceof String s ? s : "");
      if (id.isEmpty()) {
        return false;
      }
      String inbox = MiniScripts.INBOX_PREFIX + id.substring(0, id.indexOf(':'));
      // LOST_SIGNAL: whoever was signalled is not told.
      if (isDefect || client.ask(server -> server.number("PUBLISH", inbox, id)) > 0) {
        return true;
      }
    }
  }
}
