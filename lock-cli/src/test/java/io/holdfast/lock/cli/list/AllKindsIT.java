package io.holdfast.lock.cli.list;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.Permit;
import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.semaphore.Semaphores;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One of each kind, in one table, and as JSON. */
@ExtendWith(RedisServerExtension.class)
class AllKindsIT {

  private final List<AutoCloseable> held = new ArrayList<>();
  private TestServer server;
  private HoldfastClient client;
  private HoldfastClient other;
  private Hold plain;
  private Hold writing;

  @BeforeEach
  void holdOneOfEachKind(TestServer shared) throws Exception {
    server = shared;
    client = client("web-3/4711");
    other = client("batch");
    plain = keep(client.lock("a").acquire());
    keep(new FairLocks(client).get("a").acquire());
    keep(new ReadWriteLocks(client).get("catalog").readLock().acquire());
    keep(new ReadWriteLocks(other).get("catalog").readLock().acquire());
    writing = keep(new ReadWriteLocks(client).get("index").writeLock().acquire());
    Permit two = new Semaphores(client).pool("gpu", 4).acquire(2);
    Permit one = new Semaphores(other).pool("gpu", 4).acquire(1);
    held.add(two);
    held.add(one);
    new Semaphores(client).get("tickets", 100).acquire(30);
    new Semaphores(client).latch("loaded", 3).countDown();
  }

  private Hold keep(Hold hold) {
    held.add(hold);
    return hold;
  }

  @AfterEach
  void letGo() throws Exception {
    for (AutoCloseable one : held) {
      one.close();
    }
    new Semaphores(client).get("tickets", 100).delete();
    new Semaphores(client).latch("loaded", 3).delete();
    client.close();
    other.close();
  }

  private HoldfastClient client(String label) {
    return HoldfastClient.connect(
        HoldfastSettings.builder().clientLabel(label).build(), server.uri());
  }

  private CommandLineRun holdfast(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(1, List.of("--redis", server.uri()));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  @Test
  void lsAll_oneOfEachKind_isOneTable() {
    CommandLineRun run = holdfast("ls", "--all");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out().lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).matches("KIND +NAME +HOLDER +LEASE LEFT +TOKEN +WAITING"),
            line ->
                assertThat(line)
                    .matches("lock +a +web-3/4711 +\\d+\\.\\d s +" + plain.token() + " +0"),
            line -> assertThat(line).matches("fair +a +web-3/4711 +\\d+\\.\\d s +\\d+ +0"),
            line ->
                assertThat(line).matches("read +catalog +\\S+ and 1 more +\\d+\\.\\d s +\\d+ +0"),
            line ->
                assertThat(line)
                    .matches("write +index +web-3/4711 +\\d+\\.\\d s +" + writing.token() + " +0"),
            line ->
                assertThat(line)
                    .matches("pool +gpu +3 of 4 permits out: \\S+ and 1 more +\\d+\\.\\d s +- +0"),
            line -> assertThat(line).matches("semaphore +tickets +70 of 100 permits left +- +- +0"),
            line -> assertThat(line).matches("latch +loaded +2 of 3 to count down +- +- +0"));
  }

  @Test
  void lsAll_keysThatNobodyUnderstands_hideNoOthers() {
    server.admin().number("HSET", "holdfast:latch:{big}", "count", "9".repeat(23), "initial", "3");
    server.admin().number("HSET", "holdfast:sem:{under}", "permits", "-4", "size", "3");
    try {
      CommandLineRun run = holdfast("ls", "--all");

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out().lines())
          .anyMatch(line -> line.startsWith("lock       a "))
          .anyMatch(line -> line.matches("latch +big +not a latch \\(hash\\).*"))
          .anyMatch(line -> line.matches("semaphore +under .*"));
    } finally {
      server.admin().command("DEL", "holdfast:latch:{big}");
      server.admin().command("DEL", "holdfast:sem:{under}");
    }
  }

  @Test
  void lsAll_labelWithControlCharacters_isShownWithoutThem() {
    String id = "\u001b]0;pwn\u0007\ttab\u202e~x:1:9000000";
    server.admin().number("HSET", "holdfast:lock:{evil}", "id", id, "token", "5", "last", "5");
    try {
      for (String[] words : List.of(new String[] {"ls"}, new String[] {"inspect", "evil"})) {
        String out = holdfast(words).out();
        assertThat(out).contains("\\u001b]0;pwn\\u0007\\u0009tab\\u202e");
        assertThat(out.codePoints()).doesNotContain(0x1b, 7, 0x202e);
      }
    } finally {
      server.admin().command("DEL", "holdfast:lock:{evil}");
    }
  }

  @Test
  void lsAll_porcelain_hasTheKindBeforeTheFields() {
    assertThat(holdfast("ls", "--all", "--porcelain").out().lines())
        .anyMatch(line -> line.matches("lock\ta\tweb-3/4711\t\\d+\t" + plain.token() + "\t0"))
        .anyMatch(line -> line.matches("pool\tgpu\t3/4\t2\t\\d+\t0"))
        .contains("semaphore\ttickets\t70/100\t\t\t0", "latch\tloaded\t2/3\t\t\t0")
        .hasSize(7);
  }

  @Test
  void lsAll_json_isTheDocumentedSchema() {
    String who = "\"label\":\"web-3/4711\",\"host\":\"web-3\",\"process\":4711";
    CommandLineRun run = holdfast("ls", "--all", "--json");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out().lines().toList())
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "\\{\"kind\":\"lock\",\"name\":\"a\",\"state\":\"held\",\"waiting\":0,\"holders\":\\[\\{"
                            + who
                            + ",\"leaseLeftMs\":\\d+,\"heldMs\":\\d+,\"token\":"
                            + plain.token()
                            + "}]}"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "\\{\"kind\":\"read\",\"name\":\"catalog\",\"state\":\"held\",\"waiting\":0,\"holders\":"
                            + "\\[\\{\"label\":\"[^}]*\"leaseLeftMs\":\\d+},\\{[^}]*\"leaseLeftMs\":\\d+}]}"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("\"kind\":\"pool\"", "\"label\":\"batch\",\"leaseLeftMs\":")
                    .endsWith("],\"size\":4,\"available\":1}"))
        .contains(
            "{\"kind\":\"semaphore\",\"name\":\"tickets\",\"state\":\"held\",\"waiting\":0,\"size\":100,\"available\":70}",
            "{\"kind\":\"latch\",\"name\":\"loaded\",\"state\":\"held\",\"waiting\":0,\"initial\":3,\"count\":2}")
        .hasSize(7);
  }

  @Test
  void inspect_json_hasTheSameFieldsAndThoseWhoWait() {
    CompletableFuture<Hold> waiting = other.lock("a").acquireAsync();
    eventually().isTrue("queued", () -> client.lock("a").inspect().queueLength() == 1);

    String out = holdfast("inspect", "a", "--json").out();

    assertThat(out.lines()).hasSize(1);
    assertThat(out)
        .contains("\"kind\":\"lock\"", "\"waiting\":1", "\"token\":" + plain.token())
        .containsPattern("\"waiters\":\\[\\{\"label\":\"batch\",\"waitedMs\":\\d+}]}");
    waiting.cancel(false);
  }

  @Test
  void inspect_jsonOfNothing_isFree() {
    assertThat(holdfast("inspect", "none", "--json").out().strip())
        .isEqualTo(
            "{\"kind\":\"lock\",\"name\":\"none\",\"state\":\"free\",\"waiting\":0,\"holders\":[],\"waiters\":[]}");
    assertThat(holdfast("inspect", "none", "--json", "--kind", "latch").out().strip())
        .isEqualTo(
            "{\"kind\":\"latch\",\"name\":\"none\",\"state\":\"free\",\"waiting\":0,\"waiters\":[]}");
  }

  @Test
  void json_oddNamesAndForeignKeys_areOneLineEach() {
    server.admin().text("SET", "holdfast:lock:{bad\n\"\\}", "x");

    assertThat(holdfast("ls", "--json").out().lines())
        .contains(
            "{\"kind\":\"lock\",\"name\":\"bad\\u000a\\\"\\\\\",\"state\":\"foreign\","
                + "\"key\":\"holdfast:lock:{bad\\u000a\\\"\\\\}\",\"type\":\"string\"}");
    server.admin().number("DEL", "holdfast:lock:{bad\n\"\\}");
  }

  @Test
  void kindsSemaphoreAndLatch_lsAndInspect_showTheNumbers() {
    assertThat(holdfast("ls", "--kind", "semaphore").out().lines().toList().get(1))
        .matches("tickets +70/100 +- +- +0");
    assertThat(holdfast("inspect", "--kind", "semaphore", "tickets").out())
        .containsPattern("size +100\\R")
        .containsPattern("available +70\\R");
    assertThat(holdfast("inspect", "--kind", "latch", "loaded").out())
        .containsPattern("count +2 of 3\\R");
    assertThat(holdfast("inspect", "--kind", "latch", "none").out()).contains("nobody has used");
  }

  @Test
  void optionsThatDoNotGoTogether_areRefused() {
    CommandLineRun kind = holdfast("ls", "--all", "--kind", "fair");
    CommandLineRun form = holdfast("ls", "--json", "--porcelain");
    CommandLineRun unlock = holdfast("unlock", "tickets", "--force", "--kind", "semaphore");

    assertThat(List.of(kind.status(), form.status(), unlock.status()))
        .containsOnly(ExitStatus.USAGE);
    assertThat(kind.err()).contains("--all", "--kind fair");
    assertThat(unlock.err()).contains("a semaphore has no owner");
  }
}
