package io.holdfast.lock.testkit.contract;

import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;

/** Listeners that write down what they hear. */
final class Listening implements LockListener {

  /** What was heard. */
  record Event(String what, String lockName, long token) {}

  private final List<Event> events = new CopyOnWriteArrayList<>();
  private final List<Duration> waits = new CopyOnWriteArrayList<>();

  /** A listener to renewals only. */
  static LockListener toRenewals(LongConsumer tokens) {
    return new LockListener() {
      @Override
      public void renewed(String lockName, long token) {
        tokens.accept(token);
      }
    };
  }

  /** How often this happened. */
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

  @Override
  public void acquired(String lockName, long token, Duration waited) {
    waits.add(waited);
    events.add(new Event("acquired", lockName, token));
  }

  @Override
  public void passedOn(String lockName, long token) {
    events.add(new Event("passedOn", lockName, token));
  }

  @Override
  public void released(String lockName, long token) {
    events.add(new Event("released", lockName, token));
  }

  @Override
  public void renewed(String lockName, long token) {
    events.add(new Event("renewed", lockName, token));
  }

  @Override
  public void lost(String lockName, long token, LossCause cause) {
    events.add(new Event("lost " + cause, lockName, token));
  }
}
