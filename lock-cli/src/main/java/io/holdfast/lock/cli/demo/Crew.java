package io.holdfast.lock.cli.demo;

import io.holdfast.lock.testkit.process.JvmProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The workers' JVMs: starts them, gives them orders, has their reports written into the {@link
 * History}, and ends them.
 */
final class Crew implements AutoCloseable {

  private static final Pattern ANY_LINE = Pattern.compile(".*");
  private static final Duration ALL_DAY = Duration.ofDays(1);
  private static final int LAST_WORDS = 3;

  /**
   * What a worker must know.
   *
   * @param uri of the server
   * @param prefix of the keys
   * @param lock its name
   * @param lease of all holds
   * @param counterPort where the counter is
   */
  record Briefing(String uri, String prefix, String lock, Duration lease, int counterPort) {}

  private final Briefing briefing;
  private final History history;
  private final Map<String, JvmProcess> workers = new LinkedHashMap<>(); // the story's thread only

  Crew(Briefing briefing, History history) {
    this.briefing = briefing;
    this.history = history;
  }

  /** Starts a JVM; it reports when it is ready. */
  void start(String name) {
    JvmProcess jvm =
        JvmProcess.of(WorkerMain.class)
            // Small, and soon warm; from Java 24 on a JVM warns of Netty's epoll without the last.
            .options(
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED")
            .environment(WorkerMain.URI_VARIABLE, briefing.uri())
            .arguments(
                name,
                briefing.prefix(),
                briefing.lock(),
                Long.toString(briefing.lease().toMillis()),
                Integer.toString(briefing.counterPort()))
            .start();
    workers.put(name, jvm);
    Thread reader = new Thread(() -> read(name, jvm), "demo-reports-of-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  private void read(String name, JvmProcess jvm) {
    try {
      while (true) {
        String line = jvm.awaitLine(ANY_LINE, ALL_DAY).group();
        WorkerEvent.parse(line).ifPresent(event -> history.add(name, event));
      }
    } catch (AssertionError e) {
      List<String> lines = new ArrayList<>(jvm.output());
      lines.removeIf(line -> WorkerEvent.parse(line).isPresent());
      history.ended(name, lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  List<String> names() {
    return List.copyOf(workers.keySet());
  }

  long pid(String name) {
    return worker(name).pid();
  }

  void order(String name, WorkerOrder order) {
    worker(name).send(order.line());
  }

  void orderAll(WorkerOrder order) {
    workers.keySet().forEach(name -> order(name, order));
  }

  /** SIGKILL. */
  void kill(String name) {
    history.expectEnd(name);
    worker(name).close();
    workers.remove(name);
  }

  /** SIGSTOP. */
  void freeze(String name) {
    worker(name).freeze();
  }

  /** SIGCONT. */
  void thaw(String name) {
    worker(name).thaw();
  }

  private JvmProcess worker(String name) {
    return Objects.requireNonNull(workers.get(name), name);
  }

  /** Ends them all. */
  @Override
  public void close() {
    workers.keySet().forEach(history::expectEnd);
    workers.values().forEach(JvmProcess::close);
    workers.clear();
  }
}
