package io.holdfast.lock.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs a program with {@code --version}. */
final class VersionQuestion {

  private static final int LIMIT_SECONDS = 60;

  private VersionQuestion() {}

  static ServerVersion ask(Path program) {
    try {
      Process process =
          new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            program + " --version: no answer within " + LIMIT_SECONDS + " s");
      }
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      try {
        return ServerVersion.ofPrinted(answer);
      } catch (IllegalArgumentException e) {
        throw new IllegalStateException(
            program + " --version (exit value " + process.exitValue() + "): " + answer, e);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(program + " cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(program + " --version: interrupted", e);
    }
  }
}
