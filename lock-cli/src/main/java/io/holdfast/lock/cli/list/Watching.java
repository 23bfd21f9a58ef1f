package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.LockKind;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * What is in use, looked at again and again. A refresh costs the server a bounded number of
 * commands: some steps of SCAN, which continue where the last refresh ended, and two to four
 * commands for each name it looks at. It looks first at the names of the last table, then at others
 * in rotation.
 *
 * <p>A name stays known while SCAN or a look finds it. After one whole round of SCAN without either
 * it is forgotten, together with its hand-overs.
 */
final class Watching {

  /** How many steps of SCAN a refresh takes; of a thousand keys each. */
  static final int STEPS = 10;

  /** How many names a refresh looks at for each line of the table. */
  static final int LOOKS_A_LINE = 2;

  /** Finds names. */
  interface Scan {

    /**
     * Takes at most this many steps, and stops earlier at the end of a round.
     *
     * @return whether a round ended
     */
    boolean next(int steps, BiConsumer<LockKind, String> found);
  }

  /**
   * What a look may cost.
   *
   * @param steps of SCAN, at most
   * @param lines in the table, at most
   * @param looks how many names it looks at, at most
   * @param isOnlyOne whether no other look follows: then it ends when the table is full
   */
  record Effort(int steps, int lines, int looks, boolean isOnlyOne) {

    /** Of one refresh among many. */
    static Effort ofRefresh(int lines) {
      return new Effort(STEPS, lines, LOOKS_A_LINE * lines, false);
    }

    /** Of the only look there is: at all keys. */
    static Effort ofOnlyLook(int lines) {
      return new Effort(Integer.MAX_VALUE, lines, Integer.MAX_VALUE, true);
    }
  }

  /**
   * What there is of one name.
   *
   * @param entry what the server has
   * @param handOvers how often it changed hands
   */
  record Line(Entry entry, HandOvers handOvers) {}

  /**
   * One look.
   *
   * @param lines what is shown
   * @param known how many names are in use, as far as SCAN and looks have found
   * @param nowMicros the server's clock
   */
  record Look(List<Line> lines, int known, long nowMicros) {}

  private record Key(LockKind kind, String name) {}

  private enum State {
    FOUND,
    IN_USE,
    IDLE
  }

  /** What is remembered of a name. */
  private static final class Memory {
    private State state = State.FOUND;
    private long round; // the last in which SCAN or a look found it
    private Optional<HandOvers> handOvers = Optional.empty();
  }

  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::name).thenComparing(Key::kind);

  private final BiFunction<LockKind, String, Entry> server;
  private final LongSupplier serverMicros;
  private final Scan scan;
  private final TreeMap<Key, Memory> known = new TreeMap<>(ORDER);
  private long round;
  private Optional<Key> lastInRotation = Optional.empty();

  /**
   * Watches the names that a scan finds.
   *
   * @param server what the server has of a name
   * @param serverMicros the server's clock
   */
  Watching(BiFunction<LockKind, String, Entry> server, LongSupplier serverMicros, Scan scan) {
    this.server = server;
    this.serverMicros = serverMicros;
    this.scan = scan;
  }

  /** Looks. */
  Look look(Effort effort) {
    scan(effort.steps());
    Map<Key, Line> inUse = new TreeMap<>(ORDER);
    Set<Key> lookedAt = lookAgain(effort, inUse);
    lookInRotation(effort, lookedAt, inUse);
    List<Line> lines = inUse.values().stream().limit(effort.lines()).toList();
    long count = known.values().stream().filter(memory -> memory.state != State.IDLE).count();
    return new Look(lines, (int) count, serverMicros.getAsLong());
  }

  /** How many names are remembered, idle ones included. */
  int size() {
    return known.size();
  }

  private void scan(int steps) {
    boolean isEnd =
        scan.next(
            steps,
            (kind, name) ->
                known.computeIfAbsent(new Key(kind, name), none -> new Memory()).round = round);
    if (isEnd) {
      known.values().removeIf(memory -> memory.round < round);
      round++;
    }
  }

  /**
   * Looks at the first names that were in use at their last look, until the table is full. A part
   * of the looks is left for the rotation.
   *
   * @return the names it looked at
   */
  private Set<Key> lookAgain(Effort effort, Map<Key, Line> inUse) {
    int atMost = effort.lines() + effort.lines() / 2;
    Set<Key> lookedAt = new HashSet<>();
    for (Map.Entry<Key, Memory> name : known.entrySet()) {
      if (lookedAt.size() == atMost || inUse.size() == effort.lines()) {
        break;
      }
      if (name.getValue().state == State.IN_USE) {
        lookAt(name.getKey(), name.getValue(), inUse);
        lookedAt.add(name.getKey());
      }
    }
    return lookedAt;
  }

  /** Looks at other names, beginning behind the one where the last rotation ended. */
  private void lookInRotation(Effort effort, Set<Key> lookedAt, Map<Key, Line> inUse) {
    Stream<Map.Entry<Key, Memory>> rotation =
        lastInRotation
            .map(
                last ->
                    Stream.concat(
                        known.tailMap(last, false).entrySet().stream(),
                        known.headMap(last, true).entrySet().stream()))
            .orElseGet(() -> known.entrySet().stream());
    List<Map.Entry<Key, Memory>> next =
        rotation
            .filter(name -> !lookedAt.contains(name.getKey()))
            .limit(effort.looks() - lookedAt.size())
            .toList();
    for (Map.Entry<Key, Memory> name : next) {
      if (effort.isOnlyOne() && inUse.size() == effort.lines()) {
        return;
      }
      lastInRotation = Optional.of(name.getKey());
      lookAt(name.getKey(), name.getValue(), inUse);
    }
  }

  private void lookAt(Key key, Memory memory, Map<Key, Line> inUse) {
    Entry entry = server.apply(key.kind(), key.name());
    if (entry.isInUse()) {
      HandOvers handOvers = memory.handOvers.orElseGet(HandOvers::new);
      handOvers.seen(entry);
      memory.handOvers = Optional.of(handOvers);
      memory.state = State.IN_USE;
      memory.round = round;
      inUse.put(key, new Line(entry, handOvers));
    } else {
      memory.handOvers = memory.handOvers.filter(handOvers -> !handOvers.isOver(entry));
      memory.state = State.IDLE;
    }
  }
}
