package io.holdfast.lock.cli.list;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.semaphore.Semaphores;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
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
  void kindsReadAndWrite_lsAndInspect_showBothSides(TestServer server) throws Exception {
    try (HoldfastClient client = client(server, "host/1");
        HoldfastClient other = client(server, "host/2");
        Hold reading = new ReadWriteLocks(client).get("catalog").readLock().acquire();
        Hold readingToo = new ReadWriteLocks(other).get("catalog").readLock().acquire();
        Hold writing = new ReadWriteLocks(client).get("index").writeLock().acquire()) {
      assertThat(holdfast(server, "ls", "--kind", "read").out())
          .contains("catalog")
          .doesNotContain("index");
      assertThat(holdfast(server, "ls", "--kind", "write").out())
          .contains("index")
          .doesNotContain("catalog");
      assertThat(holdfast(server, "inspect", "--kind", "read", "catalog").out())
          .contains("writer      none", "readers     2", "host/1", "host/2");
      assertThat(holdfast(server, "inspect", "--kind", "write", "index").out())
          .contains("writer      host/1", Long.toString(writing.token()), "readers     0");
      assertThat(reading.isValid() && readingToo.isValid()).isTrue();
    }
  }

  @Test
  void kindPool_lsAndInspect_showWhoHasHowManyAndWhoWaits(TestServer server) throws Exception {
    try (HoldfastClient client = client(server, "host/1");
        HoldfastClient other = client(server, "host/2");
        Permit two = new Semaphores(client).pool("gpu", 4).acquire(2);
        Permit one = new Semaphores(other).pool("gpu", 4).acquire(1);
        Hold lock = client.lock("plain").acquire()) {
      PermitPool pool = new Semaphores(other).pool("gpu", 4);
      CompletableFuture<Permit> waiting = pool.acquireAsync(3, AcquireOptions.defaults());
      eventually().isTrue("queued", () -> pool.inspect().queueLength() == 1);

      List<String> lines = holdfast(server, "ls", "--kind", "pool").out().lines().toList();
      String porcelain = holdfast(server, "ls", "--kind", "pool", "--porcelain").out();
      String out = holdfast(server, "inspect", "--kind", "pool", "gpu").out();

      assertThat(lines).hasSize(2);
      assertThat(lines.get(0)).matches("POOL +OUT +HOLDERS +LEASE LEFT +WAITING");
      assertThat(lines.get(1)).matches("gpu +3/4 +2 +\\d+\\.\\d s +1");
      assertThat(porcelain).matches("gpu\t3/4\t2\t\\d{4,5}\t1\\R");
      assertThat(out.lines().toList())
          .satisfiesExactly(
              line -> assertThat(line).matches("pool +gpu"),
              line -> assertThat(line).matches("size +4"),
              line -> assertThat(line).matches("available +1"),
              line -> assertThat(line).matches("holders +2"),
              line -> assertThat(line).matches(" +host/1, 2 permits, lease left \\d+\\.\\d s"),
              line -> assertThat(line).matches(" +host/2, 1 permits, lease left \\d+\\.\\d s"),
              line -> assertThat(line).matches("waiting +1"),
              line -> assertThat(line).matches(" +1\\. host/2, for \\d\\.\\d s, 3 permits"));
      assertThat(holdfast(server, "ls").out()).contains("plain").doesNotContain("gpu");
      waiting.cancel(false);
      assertThat(two.isValid() && one.isValid() && lock.isValid()).isTrue();
    }
    assertThat(holdfast(server, "ls", "--kind", "pool").err()).contains("no permit is out");
    assertThat(holdfast(server, "inspect", "--kind", "pool", "gpu").out())
        .containsPattern("available +4");
    assertThat(holdfast(server, "inspect", "--kind", "pool", "unused").out())
        .contains("nobody has used it");
  }

  @Test
  void kindPool_foreignKeys_areToldApart(TestServer server) {
    server.admin().number("HSET", "holdfast:pool:{hash}", "id", "x");
    server.admin().number("RPUSH", "holdfast:poolr:{list}", "x");
    CommandLineRun hash = holdfast(server, "inspect", "--kind", "pool", "hash");
    CommandLineRun list = holdfast(server, "inspect", "--kind", "pool", "list");
    CommandLineRun ls = holdfast(server, "ls", "--kind", "pool");

    assertThat(List.of(hash.status(), list.status())).containsOnly(ExitStatus.UNAVAILABLE);
    assertThat(hash.err()).contains("Key 'holdfast:pool:{hash}' is not a pool (hash)");
    assertThat(list.err()).contains("Key 'holdfast:poolr:{list}' is not a pool (list)");
    assertThat(ls.out()).containsPattern("list +not a pool \\(list\\)");
  }

  @Test
  void kindPool_run_isRefused(TestServer server) {
    CommandLineRun run =
        CommandLineRun.of(
            "run", "--redis", server.uri(), "--kind", "pool", "--lock", "gpu", "--", "true");
    assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--kind pool");
  }

  @Test
  void kindFair_lsAndInspect_showTheFairLocksOnly(TestServer server) throws Exception {
    try (HoldfastClient client = client(server, "host/1");
        Hold plain = client.lock("plain").acquire();
        Hold fair = new FairLocks(client).get("fair").acquire()) {
      assertThat(holdfast(server, "ls").out()).contains("plain").doesNotContain("fair");
      assertThat(holdfast(server, "ls", "--kind", "fair").out())
          .contains("fair")
          .doesNotContain("plain");
      assertThat(holdfast(server, "inspect", "--kind", "fair", "fair").out())
          .contains("host/1")
          .contains(Long.toString(fair.token()));
      assertThat(holdfast(server, "inspect", "fair").out()).contains("free");
      assertThat(plain.isValid()).isTrue();
    }
  }

  @Test
  @SuppressWarnings("WaitNotInLoop") // it is the waiting that is looked at
  void inspect_othersWaitForASignal_areNotAmongThoseWhoWaitForTheLock(TestServer server)
      throws Exception {
    try (HoldfastClient client = client(server, "host/1");
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("a");
      Condition condition = lock.newCondition("c");
      CompletableFuture<?> waiting =
          threads.call(
              "sleeper",
              () -> {
                lock.lock();
                try {
                  condition.await();
                } finally {
                  lock.unlock();
                }
                return true;
              });
      eventually()
          .isTrue(
              "it waits for a signal",
              () ->
                  server.admin().number("ZCOUNT", "holdfast:lockq:{a}", "4503599627370496", "+inf")
                      == 1);

      String out = holdfast(server, "inspect", "a").out();

      assertThat(out)
          .contains("none, it is free")
          .containsPattern("waiting +0")
          .doesNotContain("1.");
      lock.lock();
      condition.signal();
      lock.unlock();
      assertThat(waiting).succeedsWithin(Duration.ofMinutes(1));
    }
  }

  @Test
  void inspect_free_saysSo(TestServer server) {
    CommandLineRun run = holdfast(server, "inspect", "nobody-has-it");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("none, it is free");
  }

  @Test
  void ls_foreignKeys_areToldApartAndTheRestIsListed(TestServer server) throws Exception {
    server.admin().text("SET", "holdfast:lock:{bad}", "x");
    server.admin().number("HSET", "holdfast:lock:{hash}", "field", "x");
    server.admin().number("HSET", "holdfast:lock:{no-token}", "id", "x");
    try (HoldfastClient client = client(server, "host/1");
        Hold hold = client.lock("a").acquire();
        Hold withForeignQueue = client.lock("queue").acquire()) {
      server.admin().number("RPUSH", "holdfast:lockq:{other}", "x"); // nobody holds this one
      server.admin().number("DEL", "holdfast:lockq:{queue}");
      server.admin().number("RPUSH", "holdfast:lockq:{queue}", "x");
      CommandLineRun aligned = holdfast(server, "ls");
      CommandLineRun porcelain = holdfast(server, "ls", "--porcelain");
      server.admin().number("DEL", "holdfast:lockq:{queue}");

      assertThat(aligned.status()).as(aligned.err()).isZero();
      assertThat(aligned.out().lines().skip(1).toList())
          .satisfiesExactly(
              line -> assertThat(line).matches("a +host/1 +\\d+\\.\\d s +" + hold.token() + " +0"),
              line -> assertThat(line).matches("bad +not a lock \\(string\\) +- +- +-"),
              line -> assertThat(line).matches("hash +not a lock \\(hash\\) +- +- +-"),
              line -> assertThat(line).matches("no-token +not a lock \\(hash\\) +- +- +-"),
              line -> assertThat(line).matches("queue +not a lock \\(list\\) +- +- +-"));
      assertThat(porcelain.status()).isZero();
      assertThat(porcelain.out().lines()).contains("bad\tnot a lock (string)\t\t\t");
    }
  }

  @Test
  void inspect_foreignKey_isNamed(TestServer server) {
    server.admin().text("SET", "holdfast:lock:{bad}", "x");
    server.admin().number("HSET", "holdfast:lock:{hash}", "field", "x");
    server.admin().number("RPUSH", "holdfast:lockq:{queue}", "x");

    CommandLineRun string = holdfast(server, "inspect", "bad");
    CommandLineRun hash = holdfast(server, "inspect", "hash");
    CommandLineRun queue = holdfast(server, "inspect", "queue");

    assertThat(List.of(string.status(), hash.status(), queue.status()))
        .containsOnly(ExitStatus.UNAVAILABLE);
    assertThat(string.err()).contains("Key 'holdfast:lock:{bad}' is not a lock (string)");
    assertThat(hash.err()).contains("Key 'holdfast:lock:{hash}' is not a lock (hash)");
    assertThat(queue.err()).contains("Key 'holdfast:lockq:{queue}' is not a lock (list)");
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
