package io.holdfast.lock.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * One command line, run inside this JVM.
 *
 * @param status its exit status
 * @param out what it printed
 * @param err what it said
 */
public record CommandLineRun(int status, String out, String err) {

  public static CommandLineRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Holdfast.execute(
            new Terminal(new PrintWriter(out, true), new PrintWriter(err, true)), arguments);
    return new CommandLineRun(status, out.toString(), err.toString());
  }
}
