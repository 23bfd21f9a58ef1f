package io.holdfast.lock.torture.register;

/**
 * The fenced value at one moment.
 *
 * @param head the head word that pointed to it
 * @param token the token it was written with; 0 if it never was
 * @param hold the hold that wrote it
 * @param value the value
 */
record Fenced(long head, long token, long hold, long value) {

  private static final int CELL_BITS = 16;
  private static final long CELL_MASK = (1L << CELL_BITS) - 1;

  /** The present one, whole. */
  static Fenced read(Page page) {
    while (true) {
      long head = page.get(Page.HEAD);
      if (head == 0) {
        return new Fenced(0, 0, 0, 0);
      }
      int at = Page.cell(cellOf(head));
      Fenced read =
          new Fenced(head, page.get(at), page.get(at + Long.BYTES), page.get(at + 2 * Long.BYTES));
      if (page.get(Page.HEAD) == head) {
        return read;
      }
    }
  }

  /** Replaces this by what a visitor in that seat writes; false if another was faster. */
  boolean replace(Page page, int seat, long newToken, long newHold, long newValue) {
    int own = 2 * seat;
    int cell = head != 0 && cellOf(head) == own ? own + 1 : own;
    int at = Page.cell(cell);
    page.set(at, newToken);
    page.set(at + Long.BYTES, newHold);
    page.set(at + 2 * Long.BYTES, newValue);
    long next = ((head >>> CELL_BITS) + 1) << CELL_BITS | (cell + 1);
    return page.compareAndSet(Page.HEAD, head, next);
  }

  private static int cellOf(long head) {
    return (int) (head & CELL_MASK) - 1;
  }
}
