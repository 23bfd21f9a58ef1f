package io.holdfast.lock.cli;

import java.util.Map;

/**
 * Colours and cursor movements, for terminals only.
 *
 * @param isLive whether the screen can be written over
 * @param hasColours whether it may be in colours: not if NO_COLOR is set, see no-color.org
 */
public record Style(boolean isLive, boolean hasColours) {

  private static final String ESCAPE = "\u001b[";
  private static final String PLAIN_AGAIN = ESCAPE + "0m";

  /** Of a terminal, or of a pipe. */
  public static Style of(boolean isTerminal, Map<String, String> environment) {
    boolean isLive = isTerminal && !"dumb".equals(environment.get("TERM"));
    return new Style(isLive, isLive && environment.getOrDefault("NO_COLOR", "").isEmpty());
  }

  /** Of this process. */
  public static Style of(Terminal terminal) {
    return of(terminal.person().isPresent(), System.getenv());
  }

  /** A heading. */
  public String heading(String line) {
    return in("1m", line);
  }

  /** What somebody waits for. */
  public String busy(String line) {
    return in("33m", line);
  }

  /** What is wrong. */
  public String wrong(String line) {
    return in("31m", line);
  }

  private String in(String colour, String line) {
    return hasColours ? ESCAPE + colour + line + PLAIN_AGAIN : line;
  }

  /** The first screen: clears what was there. */
  public String clear() {
    return ESCAPE + "2J";
  }

  /**
   * Lines that take the place of those on the screen. What is too long for a line is cut off by the
   * terminal.
   */
  public String screen(Iterable<String> lines) {
    StringBuilder text = new StringBuilder(ESCAPE + "?7l" + ESCAPE + "H");
    lines.forEach(line -> text.append(line).append(ESCAPE).append("K\r\n"));
    return text.append(ESCAPE).append("J").append(ESCAPE).append("?7h").toString();
  }
}
