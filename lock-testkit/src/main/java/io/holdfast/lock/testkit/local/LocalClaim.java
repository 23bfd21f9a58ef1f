package io.holdfast.lock.testkit.local;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LockListener.Why;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get a lock: of a thread, for a handle, or of a thread that waits for a signal
 * first. It is decided once. All methods but the constructors are called under the space's monitor.
 */
final class LocalClaim {

  /**
   * Who wants the lock, and how.
   *
   * @param client the client that it belongs to
   * @param lockName what it wants
   * @param owner the thread that is to own the hold; none for a handle
   * @param toInterrupt the thread to interrupt if the hold is lost; none if that is not wanted
   * @param lease for how long
   */
  record Wish(
      LocalClient client,
      String lockName,
      @Nullable Thread owner,
      @Nullable Thread toInterrupt,
      Lease lease) {}

  private enum State {
    UNDECIDED,
    GRANTED,
    REFUSED,
    CLOSED
  }

  private final Wish wish;
  private final long sinceNanos;
  private final LocalDeadline deadline;
  private final Runnable whenDecided;
  private final @Nullable Object condition; // none if it wants the lock at once
  private State state = State.UNDECIDED;
  private boolean isAwake; // does not wait for the signal any more
  private boolean isSignalled;
  private boolean isTimedOut;
  private Optional<Long> arrival = Optional.empty();
  private @Nullable LocalHold hold;
  private String story = "";

  /** An attempt that wants the lock at once. */
  LocalClaim(Wish wish, long sinceNanos, LocalDeadline deadline, Runnable whenDecided) {
    this(wish, sinceNanos, deadline, whenDecided, null);
  }

  /** An attempt that waits for a signal until the deadline, and then for the lock. */
  LocalClaim(
      Wish wish,
      long sinceNanos,
      LocalDeadline deadline,
      Runnable whenDecided,
      @Nullable Object condition) {
    this.wish = wish;
    this.sinceNanos = sinceNanos;
    this.deadline = deadline;
    this.whenDecided = whenDecided;
    this.condition = condition;
  }

  Wish wish() {
    return wish;
  }

  LocalClient client() {
    return wish.client();
  }

  /** Until when it waits for what it waits for now. */
  LocalDeadline limit() {
    return isAwake ? LocalDeadline.NEVER : deadline;
  }

  // ---- what happens to it

  /** It stands in the queue. */
  void waits(long number) {
    arrival = Optional.of(number);
  }

  void isGranted(LocalHold granted) {
    hold = granted;
    client().holds(granted);
    decide(State.GRANTED);
  }

  /** Who wanted it knows of its hold: whether that is still held. From now on its loss is told. */
  boolean isSeen() {
    LocalHold mine = hold;
    if (mine == null || !mine.isHeld()) {
      return false;
    }
    mine.isOwned();
    client().events().acquired(mine, mine.sinceNanos() - sinceNanos);
    return true;
  }

  /** It does not get the lock; the story says what was in the way. */
  void isRefused(Why why, String story) {
    this.story = story;
    fail(why, State.REFUSED);
  }

  /** Its client is closed. */
  void isClosed() {
    if (condition == null) {
      fail(Why.CLOSED, State.CLOSED);
    } else {
      decide(State.CLOSED);
    }
  }

  private void fail(Why why, State end) {
    long now = client().space().clock().nanoTime();
    client().events().failed(wish.lockName(), now - sinceNanos, why);
    decide(end);
  }

  private void decide(State end) {
    state = end;
    whenDecided.run();
  }

  // ---- what has happened to it

  boolean isUndecided() {
    return state == State.UNDECIDED;
  }

  boolean isForClosed() {
    return state == State.CLOSED;
  }

  /** What it has got. */
  Optional<LocalHold> hold() {
    return Optional.ofNullable(hold);
  }

  /** What was in the way, for people. */
  String story() {
    return story;
  }

  /** Its place in the order of arrival, if it had to wait. */
  Optional<Long> arrival() {
    return arrival;
  }

  // ---- waiting for a signal

  /** The condition that it waits, or waited, for. */
  Object condition() {
    return Objects.requireNonNull(condition, "condition");
  }

  /** It waits for the lock from now on. */
  void isWoken() {
    isAwake = true;
  }

  void isSignalled() {
    isSignalled = true;
  }

  void timesOut() {
    isTimedOut = true;
  }

  boolean hasTimedOut() {
    return isTimedOut;
  }

  /** The condition whose signal has woken it, if one has. */
  Optional<Object> signal() {
    return isSignalled ? Optional.ofNullable(condition) : Optional.empty();
  }
}
