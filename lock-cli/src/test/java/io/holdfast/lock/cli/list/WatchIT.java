package io.holdfast.lock.cli.list;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Holdfast;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.semaphore.Semaphores;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class WatchIT {

  private TestServer server;
  private HoldfastClient one;
  private HoldfastClient two;

  @BeforeEach
  void connect(TestServer shared) {
    server = shared;
    one = client("host-1/11");
    two = client("host-2/22");
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
  }

  private HoldfastClient client(String label) {
    return HoldfastClient.connect(
        HoldfastSettings.builder().clientLabel(label).build(), server.uri());
  }

  private String[] words(String... words) {
    List<String> all = new ArrayList<>(List.of("watch", "--redis", server.uri()));
    all.addAll(List.of(words));
    return all.toArray(String[]::new);
  }

  @Test
  void once_locksSemaphoresAndLatches_areOneTable() throws Exception {
    new Semaphores(one).get("tickets", 5).acquire();
    new Semaphores(one).latch("loaded", 3).countDown();
    try (Hold plain = one.lock("a").acquire();
        Hold fair = new FairLocks(two).get("b").acquire()) {
      CompletableFuture<Hold> waiting = two.lock("a").acquireAsync();
      eventually().isTrue("queued", () -> one.lock("a").inspect().queueLength() == 1);

      CommandLineRun run = CommandLineRun.of(words("--once"));

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out().lines().toList())
          .satisfiesExactly(
              line ->
                  assertThat(line)
                      .matches("KIND +NAME +HOLDER +HELD +LEASE LEFT +WAITING +HAND-OVERS/S"),
              line ->
                  assertThat(line).matches("lock +a +host-1/11 +\\d+\\.\\d s +\\d+\\.\\d s +1 +-"),
              line ->
                  assertThat(line).matches("fair +b +host-2/22 +\\d+\\.\\d s +\\d+\\.\\d s +0 +-"),
              line -> assertThat(line).matches("latch +loaded +2 of 3 to count down +- +- +0 +-"),
              line -> assertThat(line).matches("semaphore +tickets +4 of 5 permits left .*0 +-"));
      assertThat(plain.isValid() && fair.isValid()).isTrue();
      waiting.cancel(false);
    }
    new Semaphores(one).get("tickets", 5).delete();
    new Semaphores(one).latch("loaded", 3).delete();
  }

  @Test
  void prefixAndKind_choose() throws Exception {
    try (Hold a = one.lock("order:1").acquire();
        Hold b = one.lock("other").acquire();
        Hold c = new FairLocks(one).get("order:2").acquire()) {
      assertThat(CommandLineRun.of(words("--once", "order:")).out())
          .contains("order:1", "order:2")
          .doesNotContain("other");
      assertThat(CommandLineRun.of(words("--once", "order:", "--kind", "fair")).out())
          .contains("order:2")
          .doesNotContain("order:1");
      assertThat(CommandLineRun.of(words("--once", "--limit", "1")).out())
          .contains("order:1")
          .doesNotContain("order:2");
      assertThat(a.isValid() && b.isValid() && c.isValid()).isTrue();
    }
  }

  @Test
  void count_inAPipe_isThatManyTablesWithoutEscapes() throws Exception {
    try (Hold hold = one.lock("a").acquire()) {
      CommandLineRun run = CommandLineRun.of(words("--count", "3", "--interval", "100ms"));

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out().lines().filter(line -> line.startsWith("KIND"))).hasSize(3);
      assertThat(run.out()).contains("1 of 1 shown", " 0.0").doesNotContain("\u001b");
      assertThat(run.out().lines().findFirst())
          .get()
          .asString()
          .matches("\\d\\d:\\d\\d:\\d\\d  .*");
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void refresh_ofOneLock_costsFewCommands() throws Exception {
    try (Hold hold = one.lock("a").acquire()) {
      CommandLineRun.of(words("--once")); // loads the scripts
      server.resetStatistics();
      CommandLineRun run = CommandLineRun.of(words("--count", "5", "--interval", "100ms"));

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(server.commandCalls())
          .containsEntry("scan", 5L)
          .containsEntry("evalsha", 5L) // each looks at the type and the text, too
          .containsKeys("type", "get")
          .doesNotContainKey("hscan");
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void serverFrozen_marksTheLastTableAsOld_untilItAnswers() throws Exception {
    try (RedisServer own = RedisServer.start();
        HoldfastClient client = HoldfastClient.connect(own.uri());
        Hold hold = client.lock("a").acquire();
        Watched watched = new Watched(own.uri())) {
      watched.awaitLine("[0-9:]{8}  1 of 1 shown, prefix 'holdfast'");
      own.freeze();
      watched.awaitLine("[0-9:]{8}  the server does not answer since [0-9:]{8}: .+");
      assertThat(watched.linesFromLast("the server does not answer"))
          .satisfiesExactly(
              line -> assertThat(line).contains("the server does not answer"),
              line -> assertThat(line).matches("old, from [0-9:]{8}  1 of 1 shown, .*"),
              line -> assertThat(line).startsWith("KIND"),
              line -> assertThat(line).startsWith("lock  a "));
      own.thaw();
      watched.forget();
      watched.awaitLine("[0-9:]{8}  1 of 1 shown, prefix 'holdfast'");
      assertThat(hold.token()).isPositive();
    }
  }

  @Test
  void serverKilled_saysSoAtOnce_andShowsWhatIsThereAfterwards() throws Exception {
    try (RedisServer own = RedisServer.start();
        HoldfastClient client = HoldfastClient.connect(own.uri());
        Watched watched = new Watched(own.uri())) {
      Hold hold = client.lock("a").acquire();
      watched.awaitLine("[0-9:]{8}  1 of 1 shown, prefix 'holdfast'");
      own.kill();
      watched.awaitLine("[0-9:]{8}  the server does not answer since [0-9:]{8}: .+");
      own.restartEmpty();
      watched.awaitLine("[0-9:]{8}  0 of 0 shown, prefix 'holdfast'");
      assertThat(hold.lockName()).isEqualTo("a");
    }
  }

  @Test
  void cluster_locksOnBothMasters_areOneTable() {
    List<String> names = List.of("a", "b", "c", "d", "e", "f");
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client =
            HoldfastClient.connect(HoldfastSettings.builder().cluster().build(), cluster.uri())) {
      List<Hold> holds = // asks again while a node is not connected yet
          names.stream().map(name -> client.lock(name).acquireAsync().join()).toList();

      CommandLineRun run =
          CommandLineRun.of(
              "watch", "--cluster", "--redis", cluster.uri(), "--count", "2", "-n", "100ms");

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out().lines().filter(line -> line.contains("6 of 6 shown"))).hasSize(2);
      assertThat(run.out().lines().filter(line -> line.startsWith("lock  "))).hasSize(12);
      holds.forEach(Hold::close);
    }
  }

  @Test
  void outputClosed_ends() throws Exception {
    CountDownLatch written = new CountDownLatch(3);
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            if (b == '\n') {
              written.countDown();
            }
            if (written.getCount() == 0) {
              throw new IOException("Broken pipe");
            }
          }
        };
    PrintWriter out = new PrintWriter(new OutputStreamWriter(closed, StandardCharsets.UTF_8), true);
    Terminal terminal = new Terminal(out, new PrintWriter(new StringWriter()));

    assertThat(
            CompletableFuture.supplyAsync(
                    () -> Holdfast.execute(terminal, words("--interval", "100ms")))
                .get(1, TimeUnit.MINUTES))
        .isZero();
  }

  @Test
  void badInput_isRefusedWithItsBound() {
    CommandLineRun interval = CommandLineRun.of(words("--interval", "10ms"));
    CommandLineRun count = CommandLineRun.of(words("--count", "0"));
    CommandLineRun limit = CommandLineRun.of(words("--limit", "0"));

    assertThat(List.of(interval.status(), count.status(), limit.status()))
        .containsOnly(ExitStatus.USAGE);
    assertThat(interval.err()).contains("--interval 10 ms", "100 ms");
    assertThat(count.err()).contains("--count 0", "at least 1");
    assertThat(limit.err()).contains("--limit 0", "10000");
  }

  @Test
  void serverAway_isUnavailable() {
    CommandLineRun run = CommandLineRun.of("watch", "--redis", "redis://127.0.0.1:1");

    assertThat(run.status()).isEqualTo(ExitStatus.UNAVAILABLE);
    assertThat(run.err()).contains("is the server running there?");
  }

  /** A {@code watch} in a thread of its own, ended by closing. */
  private static final class Watched implements AutoCloseable {

    private final StringWriter out = new StringWriter();
    private final Thread thread;

    Watched(String uri) {
      Terminal terminal =
          new Terminal(new PrintWriter(out, true), new PrintWriter(new StringWriter()));
      thread =
          new Thread(
              () -> Holdfast.execute(terminal, "watch", "--redis", uri, "--interval", "100ms"),
              "watched");
      thread.start();
    }

    private List<String> lines() {
      return out.toString().lines().toList();
    }

    /** Sooner than the 60 s that Lettuce waits by default. */
    void awaitLine(String pattern) {
      within(Duration.ofSeconds(30))
          .expect(
              pattern,
              this::lines,
              lines -> lines.stream().anyMatch(line -> line.matches(pattern)));
    }

    /** From the last whole table with this in its first line, to its end. */
    List<String> linesFromLast(String text) {
      List<String> tables =
          List.of(
              eventually().expect(text, out::toString, all -> all.endsWith("\n\n")).split("\n\n"));
      String last =
          tables.stream()
              .filter(table -> table.contains(text))
              .reduce((before, after) -> after)
              .orElseThrow();
      return last.lines().toList();
    }

    void forget() {
      out.getBuffer().setLength(0);
    }

    @Override
    public void close() throws InterruptedException {
      thread.interrupt();
      thread.join();
    }
  }
}
