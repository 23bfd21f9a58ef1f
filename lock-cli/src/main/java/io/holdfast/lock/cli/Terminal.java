package io.holdfast.lock.cli;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where a command writes to. Every line is flushed.
 *
 * @param out results
 * @param err all else
 * @param person reads what we write and answers a question by a line; empty if our input or our
 *     output is no terminal
 */
public record Terminal(
    PrintWriter out, PrintWriter err, Optional<Function<String, Optional<String>>> person) {

  /** Where nobody sits. */
  public Terminal(PrintWriter out, PrintWriter err) {
    this(out, err, Optional.empty());
  }

  /**
   * The standard streams, in UTF-8: lock names are Unicode whatever the locale, and terminals speak
   * UTF-8 also where the locale is not set.
   */
  static Terminal ofThisProcess() {
    return new Terminal(
        writer(new FileOutputStream(FileDescriptor.out)),
        writer(new FileOutputStream(FileDescriptor.err)),
        whoSitsThere());
  }

  private static Optional<Function<String, Optional<String>>> whoSitsThere() {
    return Optional.ofNullable(System.console())
        .filter(Terminal::isTerminal)
        .map(console -> question -> Optional.ofNullable(console.readLine("%s", question)));
  }

  /** From Java 22 on there is a console without a terminal, too, and it says so. */
  private static boolean isTerminal(Console console) {
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** Tells people something, as all commands do: {@code holdfast: …}. */
  public void say(String message) {
    err.println("holdfast: " + message);
  }
}
