package io.holdfast.benchmarks.work;

import java.util.concurrent.locks.LockSupport;

/** When one thread begins its turns. One thread. */
interface Pace {

  /** Waits until the next turn is to begin; false if there is no further one. */
  boolean awaitNext();

  /** From when on the wait of this turn counts, by {@code System.nanoTime}. */
  long from();

  /**
   * What the load asks for.
   *
   * @param seed of what else the thread draws; from it comes one that has nothing to do with that
   */
  static Pace of(Load load, RunTime time, long seed) {
    return load.ratePerSecond() == 0
        ? new Closed(time)
        : new Open(time, new Arrivals(load.ratePerSecond() / load.threads(), ~seed));
  }

  /** One turn after the other, until the time is over. */
  final class Closed implements Pace {

    private final RunTime time;
    private long from;

    Closed(RunTime time) {
      this.time = time;
    }

    @Override
    public boolean awaitNext() {
      if (time.isOver()) {
        return false;
      }
      from = System.nanoTime();
      return true;
    }

    @Override
    public long from() {
      return from;
    }
  }

  /**
   * Turns at times that were drawn before. Whoever comes too late for one, as the turn before took
   * so long, counts the wait from that time nevertheless, and also those that were meant to begin
   * within the time and have not: else what is slow would be left out.
   */
  final class Open implements Pace {

    private final RunTime time;
    private final Arrivals arrivals;
    private long from;

    Open(RunTime time, Arrivals arrivals) {
      this.time = time;
      this.arrivals = arrivals;
    }

    @Override
    public boolean awaitNext() {
      long arrival = arrivals.next();
      if (arrival >= time.plannedNanos()) {
        return false;
      }
      from = time.from() + arrival;
      for (long left = from - System.nanoTime(); left > 0; left = from - System.nanoTime()) {
        LockSupport.parkNanos(this, left);
      }
      return true;
    }

    @Override
    public long from() {
      return from;
    }
  }
}
