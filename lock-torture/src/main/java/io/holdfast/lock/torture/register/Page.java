package io.holdfast.lock.torture.register;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/*
 * One resource in shared memory:
 *
 *   head      version << 16 | cell + 1       which cell holds the fenced value; 0: none was written
 *   figures   VISITS ...                     only ever added to
 *   counter                                  the unprotected one
 *   name
 *   origin    the time at which the moments begin
 *   seat 0    hold | deadline | token | cell 0 | cell 1      a cell is token | hold | value
 *   seat 1    hold | ...                     cell 2 | cell 3
 *   moments   a bit for each quarter of a second: in which somebody was met, and in which a valid
 *             owner was refused
 *
 * A visitor takes a seat: hold goes 0 -> -pid (mine to fill) -> hold (visible). Two who enter at
 * once both are visible before they look around, so at least one of them sees the other.
 *
 * The fenced value is replaced by compare-and-set of head, from one immutable cell to another: a
 * writer fills that cell of its own seat that head does not point to, so nobody reads a cell that
 * is being written, and a process that is killed or frozen on the way disturbs nobody. The version
 * makes every value of head unique.
 *
 * A killed process leaves its seat taken. The next visitor empties it, if the process is gone
 * and the hold's deadline is over: a dead owner excludes others as long as its lease. A process
 * that is only frozen keeps its seat, since it will go on writing.
 */

/** Where things stand in the page of one resource. */
final class Page {

  static final int BYTES = 98_304;
  static final int SEATS = 64;

  static final int HEAD = 0;
  static final int VISITS = 8;
  static final int OVERLAPS = 16;
  static final int LATE_OVERLAPS = 24;
  static final int ABANDONED = 32;
  static final int MISSED_LEAVES = 40;
  static final int ACCEPTED = 48;
  static final int REFUSED = 56;
  static final int REFUSED_VALID = 64;
  static final int TWINS = 72;
  static final int FENCED_BEGUN = 80;
  static final int FENCED_DONE = 88;
  static final int COUNTER = 96;
  static final int COUNTED_BEGUN = 104;
  static final int COUNTED_DONE = 112;

  private static final int NAME = 120;
  private static final int NAME_LIMIT = 256;

  private static final int ORIGIN = 400;

  private static final int SEAT_0 = 512;
  private static final int SEAT_BYTES = 96;
  private static final int SEAT_HOLD = 0;
  private static final int SEAT_DEADLINE = 8;
  private static final int SEAT_TOKEN = 16;
  private static final int SEAT_PID = 24;
  private static final int SEAT_CELLS = 32;
  private static final int CELL_BYTES = 24;

  private static final int OVERLAP_MOMENTS = 8192;
  private static final int REFUSAL_MOMENTS = 53_248;
  private static final int MOMENT_WORDS = 5_632; // for 25 hours

  private final Words words;
  private final int base;

  Page(Words words, int base) {
    this.words = words;
    this.base = base;
  }

  long get(int at) {
    return words.get(base + at);
  }

  void set(int at, long value) {
    words.set(base + at, value);
  }

  void increment(int at) {
    words.add(base + at, 1);
  }

  boolean compareAndSet(int at, long expected, long value) {
    return words.compareAndSet(base + at, expected, value);
  }

  /** Somebody was met inside just now whose deadline was not over. */
  void overlapped() {
    increment(OVERLAPS);
    note(OVERLAP_MOMENTS);
  }

  /** An owner was refused just now whose deadline was not over. */
  void refusedValid() {
    increment(REFUSED_VALID);
    note(REFUSAL_MOMENTS);
  }

  private void note(int moments) {
    long since = System.nanoTime() - get(ORIGIN);
    long moment =
        Math.min(since / ResourceReport.Moments.LENGTH_NANOS, MOMENT_WORDS * (long) Long.SIZE - 1);
    int word = (int) (moment / Long.SIZE);
    words.setBits(base + moments + word * Long.BYTES, 1L << (moment % Long.SIZE));
  }

  private List<Long> moments(int at) {
    long origin = get(ORIGIN);
    return IntStream.range(0, MOMENT_WORDS)
        .boxed()
        .flatMap(
            word ->
                BitSet.valueOf(new long[] {get(at + word * Long.BYTES)}).stream()
                    .mapToObj(bit -> word * (long) Long.SIZE + bit))
        .map(moment -> origin + moment * ResourceReport.Moments.LENGTH_NANOS)
        .toList();
  }

  /** Leaves the name there for people. */
  void name(String name) {
    compareAndSet(ORIGIN, 0, System.nanoTime());
    if (get(NAME) == 0) {
      words.setText(base + NAME, NAME_LIMIT, name);
    }
  }

  static int holdOf(int seat) {
    return SEAT_0 + seat * SEAT_BYTES + SEAT_HOLD;
  }

  static int deadlineOf(int seat) {
    return SEAT_0 + seat * SEAT_BYTES + SEAT_DEADLINE;
  }

  static int tokenOf(int seat) {
    return SEAT_0 + seat * SEAT_BYTES + SEAT_TOKEN;
  }

  static int pidOf(int seat) {
    return SEAT_0 + seat * SEAT_BYTES + SEAT_PID;
  }

  /** Where a cell begins: token, hold, value. Seat s has the cells 2s and 2s + 1. */
  static int cell(int number) {
    return SEAT_0 + (number / 2) * SEAT_BYTES + SEAT_CELLS + (number % 2) * CELL_BYTES;
  }

  ResourceReport report() {
    Fenced fenced = Fenced.read(this);
    return new ResourceReport(
        words.text(base + NAME),
        get(VISITS),
        get(OVERLAPS),
        get(LATE_OVERLAPS),
        get(ABANDONED),
        get(MISSED_LEAVES),
        new ResourceReport.Writes(get(ACCEPTED), get(REFUSED), get(REFUSED_VALID), get(TWINS)),
        new ResourceReport.Updates(get(FENCED_BEGUN), get(FENCED_DONE), fenced.value()),
        new ResourceReport.Updates(get(COUNTED_BEGUN), get(COUNTED_DONE), get(COUNTER)),
        fenced.token(),
        inside(),
        new ResourceReport.Moments(moments(OVERLAP_MOMENTS), moments(REFUSAL_MOMENTS)));
  }

  private List<Long> inside() {
    return IntStream.range(0, SEATS)
        .mapToObj(seat -> get(holdOf(seat)))
        .filter(hold -> hold > 0)
        .toList();
  }
}
