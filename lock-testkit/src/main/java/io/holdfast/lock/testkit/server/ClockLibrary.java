package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.process.Guard;
import io.holdfast.lock.testkit.process.Leftovers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The library that shifts a server's clock, compiled once for this JVM, in a directory of its own
 * that goes with it.
 *
 * @param directory for the library and the files of the offsets
 */
record ClockLibrary(Path directory) implements AutoCloseable {

  private static final String SOURCE = "clock_shim.c";
  private static final String LIBRARY = "clock_shim.so";
  private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");
  private static final int LIMIT_SECONDS = 30;

  /** Looked for when first needed, and so once. */
  private static final class Compiled {
    static final Outcome OUTCOME = compile();
  }

  /** One of the two is there. */
  private record Outcome(Optional<ClockLibrary> library, Optional<String> whyNot) {

    static Outcome not(String why) {
      return new Outcome(Optional.empty(), Optional.of(why));
    }
  }

  /** Why there is none; empty if there is one. */
  static Optional<String> whyNot() {
    return Compiled.OUTCOME.whyNot();
  }

  static ClockLibrary get() {
    return Compiled.OUTCOME
        .library()
        .orElseThrow(() -> new IllegalStateException(whyNot().orElse("no clock library")));
  }

  Path library() {
    return directory.resolve(LIBRARY);
  }

  private static Outcome compile() {
    String platform = EmbeddedBinary.platform();
    if (!platform.equals("linux-amd64")) {
      return Outcome.not("a server's clock can be shifted on Linux x86-64 only, not " + platform);
    }
    ClockLibrary library = new ClockLibrary(ServerDirectory.create("holdfast-clock-").path());
    Leftovers.add(library);
    Guard guard = Guard.of(library.directory()); // never closed: it lasts as long as the JVM
    String tried = "";
    for (String compiler : COMPILERS) {
      Optional<String> failure = library.compileWith(compiler);
      if (failure.isEmpty()) {
        return new Outcome(Optional.of(library), Optional.empty());
      }
      tried = tried + "; " + failure.get();
    }
    library.close();
    Leftovers.remove(library);
    guard.close();
    return Outcome.not("to shift a server's clock needs a C compiler" + tried);
  }

  private Optional<String> compileWith(String compiler) {
    try (InputStream source = ClockLibrary.class.getResourceAsStream(SOURCE)) {
      if (source == null) {
        return Optional.of("the resource " + SOURCE + " is missing");
      }
      Files.copy(source, directory.resolve(SOURCE), StandardCopyOption.REPLACE_EXISTING);
      Process process =
          new ProcessBuilder(compiler, "-O2", "-shared", "-fPIC", "-o", LIBRARY, SOURCE)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("compiler.log").toFile())
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.of(compiler + ": not done within " + LIMIT_SECONDS + " s");
      }
      return process.exitValue() == 0 ? Optional.empty() : Optional.of(complaint(compiler));
    } catch (IOException e) {
      return Optional.of(compiler + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while compiling the clock library", e);
    }
  }

  private String complaint(String compiler) throws IOException {
    byte[] log = Files.readAllBytes(directory.resolve("compiler.log"));
    return compiler + " fails: " + new String(log, StandardCharsets.UTF_8).strip();
  }

  /** A new file for the offset of a clock. */
  Path offsetFile() {
    try {
      return Files.createTempFile(directory, "offset", "");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a file for a clock: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    new ServerDirectory(directory).delete();
  }
}
