package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.Style;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many lines a terminal has, as {@code stty} says it. */
final class TerminalSize {

  private static final int UNKNOWN = 103; // a hundred lines and what stands around them
  private static final int FEWEST = 4;
  private static final Pattern ROWS = Pattern.compile("(\\d{1,5}) \\d{1,5}\\s*");

  private TerminalSize() {}

  static int rows(Style style) {
    if (!style.isLive()) {
      return UNKNOWN;
    }
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher matcher = ROWS.matcher(said);
      int rows = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
      return rows == 0 ? UNKNOWN : Math.max(FEWEST, rows);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
