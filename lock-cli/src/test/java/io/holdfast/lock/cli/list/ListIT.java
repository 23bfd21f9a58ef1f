package io.holdfast.lock.cli.list;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class ListIT {

  private static HoldfastClient client(TestServer server, String label) {
    return HoldfastClient.connect(
        HoldfastSettings.builder().clientLabel(label).build(), server.uri());
  }

  private static CommandLineRun holdfast(TestServer server, String... words) {
    String[] all = new String[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--redis";
    all[words.length + 1] = server.uri();
    return CommandLineRun.of(all);
  }

  @Test
  void ls_noLocks_saysSo(TestServer server) {
    CommandLineRun run = holdfast(server, "ls");

    assertThat(run.status()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("no lock is held");
  }

  @Test
  void ls_locks_areAlignedAndSorted(TestServer server) throws Exception {
    try (HoldfastClient client = client(server, "host/1");
        Hold b = client.lock("b{tag}").acquire();
        Hold a = client.lock("a-name-with\ttab").acquire()) {
      server.resetStatistics();
      List<String> lines = holdfast(server, "ls").out().lines().toList();

      assertThat(lines).hasSize(3);
      assertThat(lines.get(0)).matches("LOCK +HOLDER +LEASE LEFT +TOKEN +WAITING");
      assertThat(lines.get(1))
          .matches("a-name-with\\\\u0009tab +host/1 +\\d+\\.\\d s +" + a.token() + " +0");
      assertThat(lines.get(2)).matches("b\\{tag} +host/1 +\\d+\\.\\d s +" + b.token() + " +0");
      assertThat(lines.get(1).indexOf("host/1")).isEqualTo(lines.get(0).indexOf("HOLDER"));
      assertThat(server.commandCalls()).containsKey("scan").doesNotContainKey("keys");
    }
  }

  @Test
  void ls_porcelain_hasTabsAndMilliseconds(TestServer server) throws Exception {
    try (HoldfastClient client = client(server, "host/1");
        Hold hold = client.lock("a b").acquire()) {
      String out = holdfast(server, "ls", "--porcelain").out();

      assertThat(out).matches("a b\thost/1\t\\d{4,5}\t" + hold.token() + "\t0\\R");
    }
  }

  @Test
  void ls_otherPrefix_isNotShown(TestServer server) throws Exception {
    try (HoldfastClient client = client(server, "host/1");
        Hold hold = client.lock("a").acquire()) {
      assertThat(holdfast(server, "ls", "--prefix", "other").out()).isEmpty();
    }
  }

  @Test
  void inspect_heldAndAwaited_showsHolderAndQueue(TestServer server) throws Exception {
    try (HoldfastClient first = client(server, "first/1");
        HoldfastClient second = client(server, "second/2");
        Hold hold = first.lock("a").acquire()) {
      CompletableFuture<Hold> waiting = second.lock("a").acquireAsync();
      eventually().isTrue("queued", () -> first.lock("a").inspect().queueLength() == 1);

      String out = holdfast(server, "inspect", "a").out();

      assertThat(out.lines().toList())
          .satisfiesExactly(
              line -> assertThat(line).matches("lock +a"),
              line -> assertThat(line).matches("holder +first/1"),
              line -> assertThat(line).matches("lease left +\\d+\\.\\d s"),
              line -> assertThat(line).matches("token +" + hold.token()),
              line -> assertThat(line).matches("waiting +1"),
              line -> assertThat(line).matches(" +1\\. second/2, for \\d\\.\\d s"));
      waiting.cancel(false);
    }
  }

  @Test
  void inspect_free_saysSo(TestServer server) {
    CommandLineRun run = holdfast(server, "inspect", "nobody-has-it");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("none, it is free");
  }

  @Test
  void ls_wrongOrMissingPassword_isOneSentence() {
    try (RedisServer guarded = RedisServer.builder().password("right-one").start()) {
      String address = "127.0.0.1:" + guarded.port();
      CommandLineRun wrong = CommandLineRun.of("ls", "--redis", "redis://:wrong-one@" + address);
      CommandLineRun missing = CommandLineRun.of("ls", "--redis", "redis://" + address);

      assertThat(List.of(wrong.status(), missing.status())).containsOnly(ExitStatus.UNAVAILABLE);
      assertThat(wrong.err().lines()).hasSize(1);
      assertThat(wrong.err()).contains("wrong user or password").doesNotContain("wrong-one");
      assertThat(missing.err().lines()).hasSize(1);
      assertThat(missing.err()).contains("wants a password");
      CommandLineRun right = holdfast(guarded, "ls");
      assertThat(right.status()).as(right.err()).isZero();
    }
  }
}
