package io.holdfast.lock.testkit.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The signals that this JVM was started to ignore, as a shell without job control starts what it
 * puts into the background. Its children would ignore them as well, whatever they do: a JVM never
 * handles a signal that was ignored when it started.
 */
final class IgnoredSignals {

  private static final String MASK = "SigIgn:";
  private static final long HANGUP_AND_INTERRUPT = 0b11; // signals 1 and 2

  private IgnoredSignals() {}

  /** What has to stand before a command, so that it starts as from a terminal. */
  static List<String> undoing() {
    Path status = Path.of("/proc/self/status");
    try {
      return Files.isReadable(status)
          ? undoing(Files.readAllLines(status, ISO_8859_1))
          : List.of(); // not Linux: as it is
    } catch (IOException e) {
      return List.of();
    }
  }

  static List<String> undoing(List<String> status) {
    return status.stream()
        .filter(line -> line.startsWith(MASK))
        .map(line -> Long.parseUnsignedLong(line.substring(MASK.length()).strip(), 16))
        .filter(mask -> (mask & HANGUP_AND_INTERRUPT) != 0)
        .findFirst()
        .map(mask -> List.of("env", "--default-signal=HUP,INT"))
        .orElse(List.of());
  }
}
