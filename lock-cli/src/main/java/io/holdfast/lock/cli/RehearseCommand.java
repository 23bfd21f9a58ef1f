package io.holdfast.lock.cli;

import io.holdfast.lock.testkit.server.RedisServer;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;

/**
 * {@code holdfast rehearse}: plays through what short commands do, in silence, on a server of its
 * own. For the script {@code holdfast} alone, which has the JVM note the classes that are loaded.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = "Loads the classes of short commands. For the script holdfast alone.")
final class RehearseCommand implements Callable<Integer> {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final List<List<String>> ALONE = List.of(List.of("--version"), List.of("--help"));

  private static final List<List<String>> AT_A_SERVER =
      List.of(
          List.of("run", "--lock", "rehearsal", "--", "true"),
          List.of("ls"),
          List.of("inspect", "rehearsal"));

  /** Refuses connections: what comes before the first answer is loaded all the same. */
  private static final String NOBODY = "redis://127.0.0.1:1";

  private final Terminal silence =
      new Terminal(
          new PrintWriter(Writer.nullWriter(), true), new PrintWriter(Writer.nullWriter(), true));

  @Override
  public Integer call() {
    // The user's own command waits for this one.
    CompletableFuture.delayedExecutor(LIMIT.toSeconds(), TimeUnit.SECONDS)
        .execute(() -> Runtime.getRuntime().halt(ExitStatus.SOFTWARE));
    ALONE.forEach(this::play);
    try (RedisServer server = RedisServer.start()) {
      AT_A_SERVER.forEach(line -> play(line, server.uri()));
    } catch (IllegalStateException e) { // there is no server to be started
      AT_A_SERVER.forEach(line -> play(line, NOBODY));
    }
    return ExitStatus.OK;
  }

  private void play(List<String> line) {
    var unused = Holdfast.execute(silence, line.toArray(String[]::new));
  }

  private void play(List<String> line, String uri) {
    String[] words = new String[line.size() + 2];
    words[0] = line.get(0);
    words[1] = "--redis";
    words[2] = uri;
    for (int i = 1; i < line.size(); i++) {
      words[i + 2] = line.get(i);
    }
    var unused = Holdfast.execute(silence, words);
  }
}
