package io.holdfast.lock.contract;

import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;

/** Listeners that write down what they hear. */
final class Listening implements LockListener {

  /** What was heard. */
  record Event(String what, String lockName, long token) {

    Event(String what, LockEvent event) {
      this(what, event.lockName(), event.token());
    }
  }

  /** An attempt that ended without success. */
  record Failure(AttemptEvent attempt, Duration waited, Why why) {}

  private final List<Event> events = new CopyOnWriteArrayList<>();
  private final List<Failure> failures = new CopyOnWriteArrayList<>();
  private final List<AttemptEvent> grants = new CopyOnWriteArrayList<>();
  private final List<LockEvent> subjects = new CopyOnWriteArrayList<>();
  private final List<Duration> waits = new CopyOnWriteArrayList<>();
  private final List<Duration> times = new CopyOnWriteArrayList<>();

  /** A listener to renewals only. */
  static LockListener toRenewals(LongConsumer tokens) {
    return new LockListener() {
      @Override
      public void renewed(LockEvent event) {
        tokens.accept(event.token());
      }
    };
  }

  /** How often this event came. */
  long count(String what) {
    return events.stream().filter(event -> event.what().equals(what)).count();
  }

  /** All events, oldest first. */
  List<Event> events() {
    return List.copyOf(events);
  }

  /** How long each acquisition waited, oldest first. */
  List<Duration> waits() {
    return List.copyOf(waits);
  }

  /** How long each hold lasted that was passed on, released or lost, oldest first. */
  List<Duration> times() {
    return List.copyOf(times);
  }

  /** Attempts that failed, oldest first. */
  List<Failure> failures() {
    return List.copyOf(failures);
  }

  /** Attempts that were granted permits without a holder, oldest first. */
  List<AttemptEvent> grants() {
    return List.copyOf(grants);
  }

  /** The subjects of all events, oldest first. */
  List<LockEvent> subjects() {
    return List.copyOf(subjects);
  }

  private void heard(String what, LockEvent event) {
    subjects.add(event);
    events.add(new Event(what, event));
  }

  @Override
  public void acquired(LockEvent event, Duration waited) {
    waits.add(waited);
    heard("acquired", event);
  }

  @Override
  public void granted(AttemptEvent attempt, Duration waited) {
    grants.add(attempt);
  }

  @Override
  public void failed(AttemptEvent attempt, Duration waited, Why why) {
    failures.add(new Failure(attempt, waited, why));
  }

  @Override
  public void passedOn(LockEvent event, Duration held) {
    times.add(held);
    heard("passedOn", event);
  }

  @Override
  public void released(LockEvent event, Duration held) {
    times.add(held);
    heard("released", event);
  }

  @Override
  public void renewed(LockEvent event) {
    heard("renewed", event);
  }

  @Override
  public void lost(LockEvent event, LossCause cause, Duration held) {
    times.add(held);
    heard("lost " + cause, event);
  }
}
