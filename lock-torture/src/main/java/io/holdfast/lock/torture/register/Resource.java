package io.holdfast.lock.torture.register;

import java.util.ArrayList;
import java.util.List;

/** What one lock protects. Enter it when the lock is held, leave it before it is released. */
public final class Resource {

  private static final long PID = ProcessHandle.current().pid();

  private final Page page;

  Resource(Page page) {
    this.page = page;
  }

  /**
   * Another who was inside when somebody entered.
   *
   * @param hold its hold
   * @param pid its process
   * @param token its token
   * @param isLate whether its own deadline was over, so that it should know to have lost the lock
   */
  public record Occupant(long hold, long pid, long token, boolean isLate) {}

  /**
   * Enters: nobody else should be inside. Those who are, are counted: as overlap, or, if their
   * deadline is over, as late overlap. A seat that a dead process has left is emptied when its
   * hold's deadline is over.
   *
   * @param hold positive, unique among all processes; {@code HistoryWriter.newHold} makes such ids
   * @param token the fencing token
   * @param deadlineNanos until when the hold is believed to be valid, on {@link System#nanoTime()}
   * @throws IllegalStateException if {@value Page#SEATS} others are inside
   */
  public Visit enter(long hold, long token, long deadlineNanos) {
    if (hold <= 0) {
      throw new IllegalArgumentException("hold: " + hold + " is not positive");
    }
    int seat = takeSeat(hold);
    page.set(Page.deadlineOf(seat), deadlineNanos);
    page.set(Page.tokenOf(seat), token);
    page.set(Page.pidOf(seat), PID);
    page.set(Page.holdOf(seat), hold); // from here on others see it
    page.increment(Page.VISITS);
    return new Visit(page, seat, hold, token, lookAround(seat));
  }

  /**
   * Reads, and leaves at once: for sharers of the lock. A reader is refused if what it would see
   * was written with a higher token than its own; so it is counted with the refused writes.
   *
   * @param token the fencing token of the reader
   * @param deadlineNanos until when the hold is believed to be valid, on {@link System#nanoTime()}
   * @return whether it was accepted
   */
  public boolean look(long token, long deadlineNanos) {
    if (token >= Fenced.read(page).token()) {
      return true;
    }
    page.increment(Page.REFUSED);
    if (System.nanoTime() - deadlineNanos < 0) {
      page.refusedValid();
    }
    return false;
  }

  private int takeSeat(long hold) {
    for (int i = 0; i < 2 * Page.SEATS; i++) {
      int seat = Math.floorMod(hold + i, Page.SEATS);
      boolean again = i >= Page.SEATS;
      if (again) {
        emptyIfUnfinished(seat);
      }
      if (page.compareAndSet(Page.holdOf(seat), 0, -PID)) {
        return seat;
      }
    }
    throw new IllegalStateException("register: " + Page.SEATS + " visitors are inside at once");
  }

  /** Its process was killed between taking the seat and becoming visible. */
  private void emptyIfUnfinished(int seat) {
    long taken = page.get(Page.holdOf(seat));
    if (taken < 0 && !isAlive(-taken)) {
      page.compareAndSet(Page.holdOf(seat), taken, 0);
    }
  }

  private List<Occupant> lookAround(int own) {
    List<Occupant> others = new ArrayList<>();
    for (int seat = 0; seat < Page.SEATS; seat++) {
      long hold = page.get(Page.holdOf(seat));
      if (seat != own && hold > 0) {
        meet(seat, hold, others);
      }
    }
    return List.copyOf(others);
  }

  private void meet(int seat, long hold, List<Occupant> others) {
    long pid = page.get(Page.pidOf(seat));
    long token = page.get(Page.tokenOf(seat));
    boolean isLate = System.nanoTime() - page.get(Page.deadlineOf(seat)) > 0;
    if (page.get(Page.holdOf(seat)) != hold) {
      return; // has left meanwhile: what was read may be its successor's, which sees us
    }
    if (isLate && !isAlive(pid)) {
      if (page.compareAndSet(Page.holdOf(seat), hold, 0)) {
        page.increment(Page.ABANDONED);
      }
      return;
    }
    if (isLate) {
      page.increment(Page.LATE_OVERLAPS);
    } else {
      page.overlapped();
    }
    others.add(new Occupant(hold, pid, token, isLate));
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** What became of it so far. */
  public ResourceReport report() {
    return page.report();
  }
}
