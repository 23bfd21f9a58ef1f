package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.Style;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many lines a terminal has, as {@code stty} says it; asked at most once a second. */
final class TerminalSize {

  private static final int UNKNOWN = 103; // a hundred lines and what stands around them
  private static final int FEWEST = 4;
  private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(900);
  private static final Pattern ROWS = Pattern.compile("(\\d{1,5}) \\d{1,5}\\s*");

  private boolean isToAsk;
  private int rows = UNKNOWN;
  private long askedNanos = System.nanoTime() - ASK_AGAIN_NANOS;

  /** Of the terminal of this process, if the style is for one. */
  TerminalSize(Style style) {
    this.isToAsk = style.isLive();
  }

  /** The number now. */
  int rows() {
    if (isToAsk && System.nanoTime() - askedNanos >= ASK_AGAIN_NANOS) {
      askedNanos = System.nanoTime();
      rows = ask();
    }
    return rows;
  }

  private int ask() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher matcher = ROWS.matcher(said);
      int found = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
      return found == 0 ? UNKNOWN : Math.max(FEWEST, found);
    } catch (IOException e) {
      isToAsk = false; // there is no stty
      return UNKNOWN;
    }
  }
}
