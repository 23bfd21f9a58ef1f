package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.jfr.Recorder;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.time.Deadline;
import java.time.Duration;
import java.util.Date;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A condition of one lock. Has no state: the server keeps its waiters. */
final class LockCondition implements Condition {

  private static final Logger LOG = LoggerFactory.getLogger(LockCondition.class);

  private final Gates gates;
  private final LockKeys keys;
  private final CurrentHold currentHold;
  private final ConditionName name;

  LockCondition(Gates gates, LockKeys keys, CurrentHold currentHold, ConditionName name) {
    this.gates = gates;
    this.keys = keys;
    this.currentHold = currentHold;
    this.name = name;
  }

  // ---- waiting

  @Override
  public void await() throws InterruptedException {
    waitUntil(Deadline.never());
  }

  @Override
  public long awaitNanos(long nanosTimeout) throws InterruptedException {
    Deadline deadline = after(Duration.ofNanos(nanosTimeout));
    waitUntil(deadline);
    return deadline.remainingNanos(gates.engine().clock().nanoTime());
  }

  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    return waitUntil(after(TimeArguments.saturated(time, unit)));
  }

  @Override
  @SuppressWarnings("JavaUtilDate") // the contract's
  public boolean awaitUntil(Date deadline) throws InterruptedException {
    // Asks for the wall clock by its contract. It is looked at once, and what is left is waited
    // for.
    long now = System.currentTimeMillis();
    long left = deadline.getTime() <= now ? 0 : deadline.getTime() - now;
    return waitUntil(after(Duration.ofMillis(left)));
  }

  @Override
  public void awaitUninterruptibly() {
    try {
      waitUntil(Deadline.never(), false);
    } catch (InterruptedException e) {
      throw new IllegalStateException("an uninterruptible wait was interrupted", e);
    }
  }

  private Deadline after(Duration wait) {
    return Deadline.after(gates.engine().clock(), wait);
  }

  private boolean waitUntil(Deadline deadline) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return waitUntil(deadline, true);
  }

  private boolean waitUntil(Deadline deadline, boolean isInterruptible)
      throws InterruptedException {
    Parking.beforeBlocking(keys);
    OwnedHold hold = currentHold.require();
    Waiter.WaitRequest had = hold.request();
    long now = gates.engine().clock().nanoTime();
    ConditionWaiter waiter =
        new ConditionWaiter(
            new Waiter.WaitRequest(
                had.terms(),
                had.owner(),
                anew(had.lossInterrupt()),
                now,
                Deadline.never(),
                false,
                Waiter.Share.WHOLE,
                Recorder.here().condition()));
    ConditionTicket ticket = ConditionTicket.insteadOf(hold, waiter, name.inIds());
    if (ticket == null) {
      throw currentHold.lostOrNotHeld();
    }
    ConditionWaiter.Outcome outcome = waiter.await(ticket, deadline, isInterruptible);
    boolean isThrown = false;
    try {
      takeBack(waiter, hold.count());
      isThrown = outcome == ConditionWaiter.Outcome.INTERRUPTED;
    } finally {
      waiter.restoreInterrupt(isThrown);
    }
    if (isThrown) {
      throw new InterruptedException();
    }
    return outcome == ConditionWaiter.Outcome.WOKEN;
  }

  private static @Nullable LossInterrupt anew(@Nullable LossInterrupt before) {
    return before == null ? null : before.anew();
  }

  private void takeBack(ConditionWaiter waiter, int count) {
    new Entrance(gates, keys).takeBack(waiter).restoreCount(count);
  }

  // ---- signalling

  @Override
  public void signal() {
    signal(false);
  }

  @Override
  public void signalAll() {
    signal(true);
  }

  private void signal(boolean isForAll) {
    Parking.beforeBlocking(keys);
    OwnedHold hold = currentHold.require();
    CompletableFuture<Optional<Boolean>> answer =
        hold.holds().signal(hold, name.inIds(), isForAll).orElseThrow(currentHold::lostOrNotHeld);
    Duration longest = gates.engine().times().commandTimeout();
    Parking.awaitUninterruptibly(answer, longest);
    if (!answer.isDone()) {
      LOG.warn("{}: a signal is not acknowledged in time; it is retried in the background", this);
      return;
    }
    boolean doOthersWait =
        Parking.awaitAnswer(answer, longest, keys::title)
            .orElseThrow(
                () -> {
                  hold.holds().gone(hold);
                  return currentHold.lostOrNotHeld();
                });
    if (doOthersWait) {
      hold.acquisition().wanted();
    }
  }

  @Override
  public String toString() {
    return "Condition[lock '%s', %s]".formatted(keys.name(), name);
  }
}
