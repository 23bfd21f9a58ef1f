package io.holdfast.lock.core.deadlock;

import io.holdfast.lock.LockKind;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A thread that waited for a lock from one moment to another, and held others all the time: a
 * thread that waits takes no lock.
 *
 * @param name of the thread
 * @param sinceMillis when it began to wait, or later; by a clock that the reader knows
 * @param seenMillis when it still waited, or earlier; by the same clock
 * @param waitsFor the lock that it wants
 * @param holders the clients that had that lock then, by their ids
 * @param holds what the thread holds
 */
public record BlockedThread(
    String name,
    long sinceMillis,
    long seenMillis,
    LockRef waitsFor,
    List<String> holders,
    List<LockRef> holds) {

  /*
   * As text: one line each, fields with a blank between them, members of a list with a comma, every
   * word as in a form of the web, so that names of locks and threads may contain whatever they like:
   *
   *   worker-1 1796061299669 1796061330669 plain:b app%2F1%7EhJ8w plain:a,write:c
   *
   * Lines that cannot be read are of another version, and count for nothing.
   */

  private static final int FIELDS = 6;

  /** A thread that is left out is better than a server that is kept busy. */
  private static final int MOST_CHARACTERS = 16 * 1024;

  /** The same by another clock. */
  public BlockedThread at(long otherSinceMillis, long otherSeenMillis) {
    return new BlockedThread(name, otherSinceMillis, otherSeenMillis, waitsFor, holders, holds);
  }

  /** What one client tells of its threads, as far as there is room for it. */
  public static String text(List<BlockedThread> threads) {
    StringJoiner text = new StringJoiner("\n");
    for (BlockedThread thread : threads) {
      String line = thread.line();
      if (text.length() + line.length() < MOST_CHARACTERS) {
        text.add(line);
      }
    }
    return text.toString();
  }

  /** What such a text says, as far as it can be read. */
  public static List<BlockedThread> parse(String text) {
    return text.lines().flatMap(line -> ofLine(line).stream()).toList();
  }

  private String line() {
    return String.join(
        " ",
        encode(name),
        Long.toString(sinceMillis),
        Long.toString(seenMillis),
        encode(waitsFor),
        holders.stream().map(BlockedThread::encode).collect(Collectors.joining(",")),
        holds.stream().map(BlockedThread::encode).collect(Collectors.joining(",")));
  }

  private static String encode(LockRef lock) {
    return lock.kind().text() + ':' + encode(lock.name());
  }

  private static String encode(String word) {
    return URLEncoder.encode(word, StandardCharsets.UTF_8);
  }

  private static Optional<BlockedThread> ofLine(String line) {
    String[] fields = line.split(" ", -1);
    if (fields.length != FIELDS) {
      return Optional.empty();
    }
    try {
      List<LockRef> holds = list(fields[5]).map(BlockedThread::lock).toList();
      return Optional.of(
          new BlockedThread(
              decode(fields[0]),
              Long.parseLong(fields[1]),
              Long.parseLong(fields[2]),
              lock(fields[3]),
              list(fields[4]).map(BlockedThread::decode).toList(),
              holds));
    } catch (IllegalArgumentException e) { // no number, no kind, no encoding
      return Optional.empty();
    }
  }

  private static Stream<String> list(String field) {
    return field.isEmpty() ? Stream.empty() : Arrays.stream(field.split(",", -1));
  }

  private static LockRef lock(String word) {
    int colon = word.indexOf(':');
    String text = word.substring(0, Math.max(0, colon));
    LockKind kind =
        Arrays.stream(LockKind.values())
            .filter(one -> one.text().equals(text))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no kind: " + word));
    return new LockRef(kind, decode(word.substring(colon + 1)));
  }

  private static String decode(String word) {
    return URLDecoder.decode(word, StandardCharsets.UTF_8);
  }
}
