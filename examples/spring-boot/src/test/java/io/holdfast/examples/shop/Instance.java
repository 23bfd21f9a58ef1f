package io.holdfast.examples.shop;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;

import io.holdfast.lock.testkit.process.JvmCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that runs the packaged application, as {@code java -jar} does for its users. */
final class Instance implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
  private static final Duration LONGEST_START = Duration.ofMinutes(3); // on a busy machine
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final Path log;

  private Instance(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  static Instance start(Path log, String... properties) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(JvmCommand.compilersAndMemory());
    words.addAll(List.of("-Xmx256m", "-jar", System.getProperty("shop.jar")));
    words.addAll(List.of("--server.port=0", "--server.address=127.0.0.1"));
    for (String property : properties) {
      words.add("--" + property);
    }
    try {
      Process process =
          new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
      return new Instance(process, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until it takes requests. */
  Instance ready() {
    within(LONGEST_START)
        .isTrue(
            "the shop is open",
            () -> {
              if (!process.isAlive()) {
                throw new AssertionError("the shop did not start:\n" + said());
              }
              return said().contains("Started ShopApplication");
            });
    return this;
  }

  String said() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    Matcher port = PORT.matcher(said());
    if (!port.find()) {
      throw new AssertionError("no port in:\n" + said());
    }
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.group(1) + path));
  }

  String get(String path) {
    return HTTP.sendAsync(request(path).build(), BodyHandlers.ofString()).join().body();
  }

  CompletableFuture<HttpResponse<String>> post(String path) {
    return HTTP.sendAsync(
        request(path).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly();
  }

  /** Waits for its end. */
  int exitValue() {
    eventually().isTrue("the process ends", () -> !process.isAlive());
    return process.exitValue();
  }

  @Override
  public void close() {
    kill();
    process.onExit().join();
  }
}
