package io.holdfast.lock.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where a command writes to. Every line is flushed.
 *
 * @param out results
 * @param err all else
 */
public record Terminal(PrintWriter out, PrintWriter err) {

  /**
   * The standard streams, in UTF-8: lock names are Unicode whatever the locale, and terminals speak
   * UTF-8 also where the locale is not set.
   */
  static Terminal ofThisProcess() {
    return new Terminal(
        writer(new FileOutputStream(FileDescriptor.out)),
        writer(new FileOutputStream(FileDescriptor.err)));
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** Tells people something, as all commands do: {@code holdfast: …}. */
  public void say(String message) {
    err.println("holdfast: " + message);
  }
}
