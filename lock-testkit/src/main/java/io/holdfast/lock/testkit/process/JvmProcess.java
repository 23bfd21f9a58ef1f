package io.holdfast.lock.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Another JVM that runs a main class from this JVM's class path: a client to freeze and kill.
 *
 * <p>Its output, both streams together, is read line by line as UTF-8; steer it by {@link #send
 * lines on its input} and wait for what it says with {@link #awaitLine}. Closing kills it, and so
 * does this JVM's end, even by {@code SIGKILL}.
 */
public final class JvmProcess implements AutoCloseable {

  /** A JVM takes its time to begin, and to end, on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final String name;
  private final Process process;
  private final Writer input;
  private final OutputLines output = new OutputLines();
  private final Guard guard = Guard.ofProcesses();

  private JvmProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    this.input = process.outputWriter(StandardCharsets.UTF_8);
  }

  /** Starts a JVM with this main class and its arguments. */
  public static JvmProcess start(Class<?> main, String... arguments) {
    return JvmCommand.of(main).arguments(arguments).start();
  }

  /** What will be started, to be refined: options of the JVM, environment, directory. */
  public static JvmCommand of(Class<?> main) {
    return JvmCommand.of(main);
  }

  static JvmProcess start(String name, ProcessBuilder command) {
    try {
      JvmProcess jvm = new JvmProcess(name, command.redirectErrorStream(true).start());
      Leftovers.add(jvm);
      jvm.guard.process(jvm.pid());
      Thread reader = new Thread(jvm::read, "testkit-output-of-" + jvm);
      reader.setDaemon(true);
      reader.start();
      return jvm;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start a JVM for " + name + ": " + e.getMessage(), e);
    }
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.add(line);
      }
    } catch (IOException e) {
      // Our own end of the pipe was closed, since the process has ended.
    } finally {
      output.end();
    }
  }

  /**
   * Waits for a line in which the pattern is found. Lines up to and including it are consumed: the
   * next call looks behind it.
   *
   * @return the match, with the pattern's groups
   * @throws AssertionError with the last lines, if it does not come within the limit or the process
   *     ends without it
   */
  public MatchResult awaitLine(Pattern pattern, Duration limit) throws InterruptedException {
    return output.await(toString(), pattern, limit);
  }

  /** As {@link #awaitLine(Pattern, Duration)}, for a regular expression and 60 s. */
  public MatchResult awaitLine(String regex) throws InterruptedException {
    return awaitLine(Pattern.compile(regex), PATIENCE);
  }

  /** This process, once a line has matched the regular expression; kills it if none does. */
  public JvmProcess ready(String regex) throws InterruptedException {
    try {
      var unused = awaitLine(regex);
      return this;
    } catch (AssertionError | InterruptedException e) {
      close();
      throw e;
    }
  }

  /** Calls this with the exit value after its end, in a thread that may take its time. */
  void whenEnded(IntConsumer action) {
    var unused =
        process
            .onExit()
            .thenAcceptAsync(
                ended -> action.accept(ended.exitValue()),
                task -> {
                  Thread thread = new Thread(task, "testkit-end-of-" + this);
                  thread.setDaemon(true);
                  thread.start();
                });
  }

  /** All lines so far. */
  public List<String> output() {
    return output.all();
  }

  /**
   * Writes a line to its input.
   *
   * @throws UncheckedIOException if the process has ended
   */
  public synchronized void send(String line) {
    try {
      input.write(line + "\n");
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(this + " does not read its input any more", e);
    }
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it runs, or is frozen. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Freezes it; see {@link Signals#freeze}. */
  public void freeze() {
    Signals.freeze(pid());
  }

  /** Lets it continue; see {@link Signals#thaw}. */
  public void thaw() {
    Signals.thaw(pid());
  }

  /**
   * Kills it ({@code SIGKILL}), even when frozen, and waits for its end. Does nothing if it has
   * ended.
   */
  public void kill() {
    process.destroyForcibly();
    boolean interrupted = Thread.interrupted();
    try {
      if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(
            this + ": killed, yet alive after " + PATIENCE.toMillis() + " ms");
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits for its end.
   *
   * @return the exit value; 128 + n after signal n
   * @throws AssertionError with the last lines, if it does not end within the limit
   */
  public int exitValue(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError(
          "%s: not ended within %s ms; it said: %s"
              .formatted(this, limit.toMillis(), output.tail()));
    }
    return process.exitValue();
  }

  /** Kills it. Idempotent. */
  @Override
  public void close() {
    kill();
    Leftovers.remove(this);
    guard.close();
  }

  @Override
  public String toString() {
    return name + "[" + process.pid() + "]";
  }
}
