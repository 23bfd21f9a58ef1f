package io.holdfast.lock.torture.register;

import java.util.List;
import java.util.OptionalLong;

/**
 * One owner inside a resource. Belongs to one thread.
 *
 * <p>A turn does all of it: {@link #claim}, {@link #count} and {@link #fence} with some work in
 * between, {@link #close}.
 */
public final class Visit implements AutoCloseable {

  private final Page page;
  private final int seat;
  private final long hold;
  private final long token;
  private final List<Resource.Occupant> overlapped;
  private boolean isOver;

  Visit(Page page, int seat, long hold, long token, List<Resource.Occupant> overlapped) {
    this.page = page;
    this.seat = seat;
    this.hold = hold;
    this.token = token;
    this.overlapped = overlapped;
  }

  /** Who else was inside when this visit began; empty if the lock excludes. */
  public List<Resource.Occupant> overlapped() {
    return overlapped;
  }

  /** The hold was renewed: it is believed to be valid until then. */
  public void believes(long deadlineNanos) {
    page.set(Page.deadlineOf(seat), deadlineNanos);
  }

  /**
   * A write that leaves the value as it is: from here on lower tokens are refused.
   *
   * @return whether it was accepted: no write with a higher token came before
   */
  public boolean claim() {
    return write(OptionalLong.empty());
  }

  /**
   * A write of this value, with the token of this visit.
   *
   * @return whether it was accepted: no write with a higher token came before
   */
  public boolean write(long value) {
    return write(OptionalLong.of(value));
  }

  private boolean write(OptionalLong value) {
    while (true) {
      Fenced present = Fenced.read(page);
      if (token < present.token()) {
        page.increment(Page.REFUSED);
        if (System.nanoTime() - page.get(Page.deadlineOf(seat)) <= 0) {
          page.refusedValid();
        }
        return false;
      }
      if (present.replace(page, seat, token, hold, value.orElse(present.value()))) {
        page.increment(Page.ACCEPTED);
        if (token == present.token() && hold != present.hold()) {
          page.increment(Page.TWINS);
        }
        return true;
      }
    }
  }

  /**
   * Adds one to the value that only tokens protect: claims, reads, works, writes. No such update is
   * ever lost if tokens are unique and rise, even if owners overlap.
   *
   * @return whether both writes were accepted
   */
  public boolean fence(Runnable work) {
    page.increment(Page.FENCED_BEGUN);
    if (!claim()) {
      return false;
    }
    long read = Fenced.read(page).value();
    work.run();
    if (!write(read + 1)) {
      return false;
    }
    page.increment(Page.FENCED_DONE);
    return true;
  }

  /**
   * Adds one to the counter that only the lock protects: reads, works, writes. An update is lost if
   * another owner does so meanwhile.
   */
  public void count(Runnable work) {
    page.increment(Page.COUNTED_BEGUN);
    long read = page.get(Page.COUNTER);
    work.run();
    page.set(Page.COUNTER, read + 1);
    page.increment(Page.COUNTED_DONE);
  }

  /** Leaves. Idempotent. */
  @Override
  public void close() {
    if (isOver) {
      return;
    }
    isOver = true;
    if (!page.compareAndSet(Page.holdOf(seat), hold, 0)) {
      page.increment(Page.MISSED_LEAVES);
    }
  }
}
