package io.holdfast.lock.cli.list;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.semaphore.Semaphores;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(RedisServerExtension.class)
class UnlockIT {

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
    List<String> all = new ArrayList<>(List.of("unlock", "--redis", server.uri()));
    all.addAll(List.of(words));
    return all.toArray(String[]::new);
  }

  private CommandLineRun unlock(String... words) {
    return CommandLineRun.of(words(words));
  }

  private CommandLineRun unlockAnswering(Supplier<String> answer, String... words) {
    return CommandLineRun.answering(answer, words(words));
  }

  /** The server has it, too. */
  private static void assertHeld(Hold hold) {
    hold.extend(Duration.ofSeconds(30));
    assertThat(hold.isValid()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCK", "FAIR", "READ", "WRITE"})
  void force_held_freesItAndSaysWhose(LockKind kind) throws Exception {
    Hold hold = kind.of(one, "a").acquire();
    DistributedLock other = kind == LockKind.READ ? LockKind.WRITE.of(two, "a") : kind.of(two, "a");
    CompletableFuture<Hold> next = other.acquireAsync();
    eventually().isTrue("it is queued", () -> other.inspect().queueLength() == 1);

    CommandLineRun run = unlock("a", "--force", "--kind", kind.word());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("(?m)^lock +a$")
        .containsPattern("(?m)^holder +host-1/11$")
        .containsPattern("(?m)^host +host-1$")
        .containsPattern("(?m)^process +11$")
        .containsPattern("(?m)^lease left +\\d+\\.\\d s$")
        .containsPattern("(?m)^waiting +1$")
        .contains("freed " + kind.noun() + " 'a': taken from host-1/11");
    if (kind != LockKind.READ) {
      assertThat(run.out()).contains("host-1/11, token " + hold.token());
    }
    assertThat(next).succeedsWithin(Duration.ofMinutes(1));
    eventually().isTrue("the holder hears of it", () -> !hold.isValid());
    next.join().close();
  }

  @Test
  void answer_yes_freesIt() throws Exception {
    Hold hold = one.lock("a").acquire();

    CommandLineRun run = unlockAnswering(() -> "y", "a");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.asked()).hasSize(1).first().asString().contains("[y/N]");
    assertThat(run.out()).contains("token " + hold.token());
    assertThat(two.lock("a").isLocked()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"n", "", "yep"})
  void answer_isNotYes_freesNothing(String answer) throws Exception {
    try (Hold hold = one.lock("a").acquire()) {
      CommandLineRun run = unlockAnswering(() -> answer, "a");

      assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
      assertThat(run.err()).contains("nothing was freed");
      assertHeld(hold);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCK", "FAIR", "READ", "WRITE"})
  void holder_changesBeforeTheAnswer_keepsTheLock(LockKind kind) throws Exception {
    Hold shown = kind.of(one, "a").acquire();
    List<Hold> later = new ArrayList<>();

    CommandLineRun run =
        unlockAnswering(
            () -> {
              shown.close();
              later.add(kind.of(two, "a").acquireAsync().join());
              return "yes";
            },
            "a",
            "--kind",
            kind.word());

    assertThat(run.status()).isEqualTo(ExitStatus.CHANGED);
    assertThat(run.err()).contains("nothing was freed", "host-1/11", "held by host-2/22");
    assertThat(run.out()).contains("host-1/11").doesNotContain("freed");
    assertHeld(later.get(0));
    later.get(0).close();
  }

  @Test
  void holder_acquiresAgainBeforeTheAnswer_keepsTheLock() throws Exception {
    Hold shown = one.lock("a").acquire();
    List<Hold> later = new ArrayList<>();

    CommandLineRun run =
        unlockAnswering(
            () -> {
              shown.close();
              later.add(one.lock("a").acquireAsync().join());
              return "yes";
            },
            "a");

    assertThat(run.status()).isEqualTo(ExitStatus.CHANGED);
    assertHeld(later.get(0));
    later.get(0).close();
  }

  @Test
  void holder_letsGoBeforeTheAnswer_isTold() throws Exception {
    Hold shown = one.lock("a").acquire();

    CommandLineRun run =
        unlockAnswering(
            () -> {
              shown.close();
              return "yes";
            },
            "a");

    assertThat(run.status()).isEqualTo(ExitStatus.CHANGED);
    assertThat(run.err()).contains("has let go meanwhile", "free now");
  }

  @Test
  void kindRead_oneOfTwoReaders_isTheOnlyOneThatLosesIt() throws Exception {
    Hold first = new ReadWriteLocks(one).get("a").readLock().acquire();
    try (Hold second = new ReadWriteLocks(two).get("a").readLock().acquire()) {
      CommandLineRun run = unlock("a", "--force", "--kind", "read", "--holder", "host-1/11");

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).contains("taken from host-1/11").doesNotContain("host-2/22");
      eventually().isTrue("the reader hears of it", () -> !first.isValid());
      assertHeld(second);
    }
  }

  @Test
  void kindPool_permitsOfOneClient_comeBackAndThePoolStays() throws Exception {
    PermitPool pool = new Semaphores(one).pool("gpu", 4);
    Permit mine = pool.acquire(3);
    try (Permit theirs = new Semaphores(two).pool("gpu", 4).acquire(1)) {
      CommandLineRun run = unlock("gpu", "--force", "--kind", "pool", "--holder", "host-1/11");

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).contains("freed pool 'gpu': taken from host-1/11, 3 permits");
      assertThat(pool.inspect().size()).isEqualTo(4);
      assertThat(pool.inspect().available()).isEqualTo(3);
      eventually().isTrue("the holder hears of it", () -> !mine.isValid());
      assertThat(theirs.isValid()).isTrue();
    }
  }

  @Test
  void kindPool_permitsGivenBackBeforeTheAnswer_takesNoOthers() throws Exception {
    Permit shown = new Semaphores(one).pool("gpu", 2).acquire(1);
    List<Permit> later = new ArrayList<>();
    PermitPool pool = new Semaphores(two).pool("gpu", 2);

    CommandLineRun run =
        unlockAnswering(
            () -> {
              shown.close();
              later.add(pool.tryAcquire(2).orElseThrow());
              return "y";
            },
            "gpu",
            "--kind",
            "pool");

    assertThat(run.status()).isEqualTo(ExitStatus.CHANGED);
    assertThat(pool.inspect().available()).isZero();
    later.get(0).close();
  }

  @Test
  void tokenOrHolder_isAnother_freesNothing() throws Exception {
    try (Hold hold = one.lock("a").acquire()) {
      CommandLineRun token = unlock("a", "--force", "--token", Long.toString(hold.token() - 1));
      CommandLineRun holder = unlock("a", "--force", "--holder", "host-2/22");

      assertThat(List.of(token.status(), holder.status())).containsOnly(ExitStatus.CHANGED);
      assertThat(token.err()).contains("nothing was freed", "host-1/11, token " + hold.token());
      assertHeld(hold);
    }
  }

  @Test
  void token_asInspectShowsIt_freesIt() throws Exception {
    Hold hold = one.lock("a").acquire();

    CommandLineRun run = unlock("a", "--force", "--token", Long.toString(hold.token()));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(two.lock("a").isLocked()).isFalse();
  }

  @Test
  void noTerminal_withoutForce_isRefused() throws Exception {
    try (Hold hold = one.lock("a").acquire()) {
      CommandLineRun run = unlock("a");

      assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.err()).contains("unlock 'a'", "no terminal", "--force");
      assertHeld(hold);
    }
  }

  @Test
  void free_isTold() throws Exception {
    try (Hold ofAnotherKind = LockKind.FAIR.of(one, "a").acquire()) {
      CommandLineRun run = unlock("a", "--force");

      assertThat(run.status()).isZero();
      assertThat(run.out()).contains("lock 'a' is free", "--kind fair");
      assertHeld(ofAnotherKind);
    }
    assertThat(unlock("a", "--force").out()).doesNotContain("--kind");
  }

  @Test
  void badInput_isRefusedWithItsValue() {
    CommandLineRun kind = unlock("a", "--force", "--kind", "nonsense");
    CommandLineRun token = unlock("a", "--force", "--kind", "read", "--token", "7");
    CommandLineRun name = unlock("x".repeat(1025), "--force");

    assertThat(List.of(kind.status(), token.status(), name.status()))
        .containsOnly(ExitStatus.USAGE);
    assertThat(kind.err()).contains("--kind", "nonsense");
    assertThat(token.err()).contains("--token 7", "read");
    assertThat(name.err()).contains("1024");
  }

  @Test
  void nameThatIsNoLock_isLeftAlone() {
    server.admin().text("SET", "holdfast:lock:{bad}", "x");
    CommandLineRun run = unlock("bad", "--force");

    assertThat(run.status()).isEqualTo(ExitStatus.UNAVAILABLE);
    assertThat(run.err()).contains("Key 'holdfast:lock:{bad}' is not a lock (string)");
    assertThat(server.admin().text("GET", "holdfast:lock:{bad}")).isEqualTo("x");
  }

  @Test
  void userWithoutTheRights_isRefused(@FreshServer RedisServer fresh) {
    fresh
        .admin()
        .command(
            "ACL", "SETUSER", "looker", "on", ">secret", "~holdfast:*", "&*", "-@all", "+@read");
    CommandLineRun run =
        CommandLineRun.of(
            "unlock", "a", "--force", "--redis", "redis://looker:secret@127.0.0.1:" + fresh.port());

    assertThat(run.status()).isEqualTo(ExitStatus.UNAVAILABLE);
    assertThat(run.err().lines()).as(run.err()).hasSize(1);
    assertThat(run.err()).contains("may not use");
  }

  /** A hint at locks of other kinds is not worth an error. */
  @Test
  void free_userMayNotLookAtOtherKinds_isTold(@FreshServer RedisServer fresh) {
    fresh
        .admin()
        .command(
            "ACL",
            "SETUSER",
            "one",
            "on",
            ">secret",
            "~holdfast:*",
            "&*",
            "+@all",
            "-zrangebyscore");
    CommandLineRun run =
        CommandLineRun.of(
            "unlock", "a", "--force", "--redis", "redis://one:secret@127.0.0.1:" + fresh.port());

    assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.OK);
    assertThat(run.out()).contains("lock 'a' is free: nobody holds it");
  }
}
