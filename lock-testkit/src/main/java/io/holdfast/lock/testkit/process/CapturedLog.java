package io.holdfast.lock.testkit.process;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * The log of this JVM while it is open: tests log to the standard error, which is kept here, and
 * written out when this is closed. One at a time in a JVM.
 */
public final class CapturedLog implements AutoCloseable {

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  private CapturedLog() {}

  /** From now on. */
  public static CapturedLog begin() {
    CapturedLog log = new CapturedLog();
    System.setErr(new PrintStream(log.written, true, StandardCharsets.UTF_8));
    return log;
  }

  /** How many lines so far have all these words. */
  public long lines(String... words) {
    return linesWith(words).size();
  }

  /** The lines so far that have all these words. */
  public List<String> linesWith(String... words) {
    return written
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> Stream.of(words).allMatch(line::contains))
        .toList();
  }

  @Override
  public void close() {
    System.setErr(before);
    before.print(written.toString(StandardCharsets.UTF_8));
  }
}
