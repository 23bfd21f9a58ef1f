package io.holdfast.lock.cli.demo;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints the story: plain lines, each with the seconds since the start; colour on a terminal. */
final class Screen {

  private final PrintWriter out;
  private final boolean inColour;
  private final long startNanos = System.nanoTime();
  private int chapters;
  private volatile boolean muted; // set by the thread that ends the JVM

  Screen(PrintWriter out, boolean inColour) {
    this.out = out;
    this.inColour = inColour;
  }

  /** Says no more: the JVM ends, and what fails now fails because of that. */
  void mute() {
    muted = true;
  }

  void title(String text) {
    print(styled(Style.BOLD, text));
  }

  void fact(String name, String value) {
    print(String.format(Locale.ROOT, "  %-9s %s", name, value));
  }

  void chapter(String title) {
    chapters++;
    print("");
    print(styled(Style.BOLD, chapters + ". " + title));
  }

  /** What a reader should know before it happens. */
  void note(String text) {
    print("   " + styled(Style.FAINT, text));
  }

  /** Something has happened just now. */
  void event(String text) {
    at(System.nanoTime(), text);
  }

  /** Something happened then. */
  void at(long nanos, String text) {
    print(String.format(Locale.ROOT, "%9.3f s  %s", (nanos - startNanos) / 1e9, text));
  }

  /** The same, and the reader shall not miss it. */
  void alarm(long nanos, String text) {
    at(nanos, styled(Style.ALARM, text));
  }

  void finding(Finding finding) {
    String mark = finding.holds() ? styled(Style.GOOD, "✓") : styled(Style.BAD, "✗");
    print("  %s %s (%s)".formatted(mark, finding.claim(), finding.detail()));
  }

  void verdict(boolean good, String text) {
    print("");
    print(styled(good ? Style.GOOD : Style.BAD, text));
  }

  private void print(String line) {
    if (!muted) {
      out.println(line);
    }
  }

  private String styled(Style style, String text) {
    return inColour ? style.code + text + "\u001b[0m" : text;
  }

  /** As terminals know them. */
  private enum Style {
    BOLD("1"),
    FAINT("2"),
    ALARM("1;33"),
    GOOD("32"),
    BAD("1;31");

    private final String code;

    Style(String parameters) {
      this.code = "\u001b[" + parameters + "m";
    }
  }
}
