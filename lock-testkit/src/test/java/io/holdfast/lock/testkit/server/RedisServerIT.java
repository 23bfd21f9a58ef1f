package io.holdfast.lock.testkit.server;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisServerIT {

  @Test
  void start_twice_eachHasItsOwnPortAndData() {
    try (RedisServer a = RedisServer.start();
        RedisServer b = RedisServer.start()) {
      a.admin().text("SET", "k", "v");

      assertThat(a.port()).isNotEqualTo(b.port());
      assertThat(a.keys("*")).containsExactly("k");
      assertThat(b.keys("*")).isEmpty();
      assertThat(a.uri()).isEqualTo("redis://127.0.0.1:" + a.port());
      assertThat(a.version()).isEqualTo(RunningVersion.of(a.info("server")));
      assertThat(a.pid()).isEqualTo(Long.parseLong(a.info("server").get("process_id")));
    }
  }

  @Test
  void close_twice_leavesNeitherProcessNorDirectory() {
    RedisServer server = RedisServer.start();
    Path directory = directory(server);
    long pid = server.pid();
    server.close();
    server.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
    assertThat(directory).doesNotExist();
    assertThatIllegalStateException()
        .isThrownBy(server::restart)
        .withMessageContaining("is closed");
  }

  @Test
  void close_whileFrozen_leavesNothing() {
    RedisServer server = RedisServer.start();
    server.freeze();
    server.close();
    assertThat(ProcessHandle.of(server.pid())).isEmpty();
  }

  @Test
  void stop_andKill_endTheProcess() {
    try (RedisServer server = RedisServer.start()) {
      server.stop();
      assertThat(server.isRunning()).isFalse();
      server.stop();
      assertThatIllegalStateException()
          .isThrownBy(server::freeze)
          .withMessageContaining("does not run");

      server.restart();
      assertThat(server.isRunning()).isTrue();
      server.kill();
      server.kill();
      assertThat(server.isRunning()).isFalse();
      assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(server::admin);
    }
  }

  @Test
  void freeze_commands_areAnsweredAfterThaw() throws Exception {
    try (RedisServer server = RedisServer.start();
        RespClient client = RespClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      server.freeze();
      assertThat(server.isRunning()).isTrue();
      CompletableFuture<String> answer = threads.call("ping", () -> client.text("PING"));
      try (RespClient ignored = RespClient.connect(server.uri(), Duration.ofSeconds(1))) {
        assertThatExceptionOfType(UncheckedIOException.class)
            .isThrownBy(() -> ignored.text("PING"));
      }
      assertThat(answer).isNotDone();

      server.thaw();
      assertThat(answer).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("PONG");
    }
  }

  @Test
  void restart_running_keepsDataAndPort() {
    try (RedisServer server = RedisServer.start()) {
      int port = server.port();
      long pid = server.pid();
      server.admin().text("SET", "k", "v");
      server.freeze();
      server.restart();

      assertThat(server.port()).isEqualTo(port);
      assertThat(server.pid()).isNotEqualTo(pid);
      assertThat(server.admin().text("GET", "k")).isEqualTo("v");
    }
  }

  @Test
  void restart_afterKill_findsNothingNotEvenWhatAnEarlierRestartSaved() {
    try (RedisServer server = RedisServer.start()) {
      server.admin().text("SET", "k", "v");
      server.restart();
      server.kill();
      server.restart();
      assertThat(server.keys("*")).isEmpty();
    }
  }

  @Test
  void restart_afterKillWithAppendOnly_findsEveryAnsweredWrite() {
    try (RedisServer server = RedisServer.builder().appendOnly().start()) {
      server.admin().text("SET", "k", "v");
      server.kill();
      server.restart();
      assertThat(server.keys("*")).containsExactly("k");

      server.restartEmpty();
      assertThat(server.keys("*")).isEmpty();
    }
  }

  @Test
  void restartEmpty_running_hasNoKeysAndNoScripts() {
    try (RedisServer server = RedisServer.start()) {
      server.admin().text("SET", "k", "v");
      String sha = server.admin().text("SCRIPT", "LOAD", "return 1");
      assertThat(server.admin().array("SCRIPT", "EXISTS", sha)).containsExactly(1L);
      server.restartEmpty();
      assertThat(server.keys("*")).isEmpty();
      assertThat(server.admin().array("SCRIPT", "EXISTS", sha)).containsExactly(0L);
    }
  }

  @Test
  void start_portTaken_failsAndLeavesNoDirectory() throws IOException {
    try (RedisServer first = RedisServer.start()) {
      List<Path> before = directories();
      assertThatIllegalStateException()
          .isThrownBy(() -> RedisServer.builder().port(first.port()).start())
          .withMessage("port " + first.port() + " on 127.0.0.1 is taken by another process");
      assertThat(directories()).isEqualTo(before);
      assertThat(first.admin().text("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void start_anotherAnswersOnThePort_isNotTakenForOurs(@TempDir Path home) throws IOException {
    Path mute = home.resolve("redis-server");
    String says =
        "#!/bin/sh\n[ \"$1\" = --version ] && echo 'Redis server v=7.0.15' || exec tail -f /dev/null\n";
    Files.writeString(mute, says);
    Files.setPosixFilePermissions(mute, PosixFilePermissions.fromString("rwx------"));
    try (RedisServer first = RedisServer.start()) {
      List<Path> before = directories();
      RedisServerBuilder second =
          RedisServer.builder()
              .binary(RedisBinary.at(mute))
              .port(first.port())
              .startTimeout(Duration.ofMillis(300));
      assertThatIllegalStateException()
          .isThrownBy(second::start)
          .withMessageContaining("did not start: no answer within 300 ms");
      assertThat(directories()).isEqualTo(before);
      assertThat(ProcessHandle.current().children().map(child -> child.info().toString()))
          .noneMatch(info -> info.contains("tail"));
    }
  }

  @Test
  void start_badDirective_failsWithTheLogAndLeavesNoDirectory() throws IOException {
    List<Path> before = directories();
    assertThatIllegalStateException()
        .isThrownBy(() -> RedisServer.builder().directive("maxmemory", "much").start())
        .withMessageContaining("did not start")
        .withMessageContaining("maxmemory");
    assertThat(directories()).isEqualTo(before);
  }

  @Test
  void port_outOfBounds_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RedisServer.builder().port(70_000))
        .withMessage("port: 70000 is not within 1 and 65535");
  }

  @Test
  void directive_isTheLastWord() {
    try (RedisServer server = RedisServer.builder().directive("maxmemory", "10mb").start()) {
      assertThat(server.admin().texts("CONFIG", "GET", "maxmemory"))
          .containsExactly("maxmemory", "10485760");
      server.configSet("maxmemory", "0");
      assertThat(server.admin().texts("CONFIG", "GET", "maxmemory"))
          .containsExactly("maxmemory", "0");
    }
  }

  @Test
  void commandCalls_countScriptsAndWhatTheyCall() {
    try (RedisServer server = RedisServer.start()) {
      server.resetStatistics();
      server
          .admin()
          .command("EVAL", "redis.call('set', 'k', 1) return redis.call('incr', 'k')", "0");
      server.admin().text("GET", "k");
      assertThat(server.commandCalls())
          .containsEntry("eval", 1L)
          .containsEntry("set", 1L)
          .containsEntry("get", 1L);
      server.resetStatistics();
      assertThat(server.commandCalls()).doesNotContainKeys("eval", "set", "get");
    }
  }

  @Test
  void keys_many_areFoundOnceEach() {
    try (RedisServer server = RedisServer.start()) {
      server.admin().command("EVAL", "for i = 1, 5000 do redis.call('set', 'a:' .. i, i) end", "0");
      server.admin().text("SET", "b:1", "1");
      assertThat(server.keys("a:*")).hasSize(5000).doesNotHaveDuplicates().doesNotContain("b:1");
    }
  }

  @Test
  void killClients_ofOneType_sparesTheOtherAndUs() {
    try (RedisServer server = RedisServer.start();
        RespClient normal = RespClient.connect(server.uri());
        RespSubscriber subscriber = RespSubscriber.channels(server.uri(), "c")) {
      assertThat(server.clients()).hasSize(2);
      assertThat(server.killClients("pubsub")).isEqualTo(1);
      eventually().isTrue("one left", () -> server.clients().size() == 1);
      assertThat(normal.text("PING")).isEqualTo("PONG");
      assertThat(server.killClients("normal")).isEqualTo(1);
      assertThat(subscriber.messages()).isEmpty();
    }
  }

  @Test
  void jvmEnds_serverNotClosed_isGone() throws Exception {
    try (JvmProcess jvm = JvmProcess.start(Forgetful.class)) {
      var said = jvm.awaitLine("pid=(\\d+) directory=(.+)");
      assertThat(jvm.exitValue(Duration.ofMinutes(1))).isEqualTo(3);

      assertThat(ProcessHandle.of(Long.parseLong(said.group(1))).filter(ProcessHandle::isAlive))
          .isEmpty();
      assertThat(Path.of(said.group(2))).doesNotExist();
    }
  }

  /** Starts a server and does not close it. */
  static final class Forgetful {
    public static void main(String[] arguments) {
      RedisServer server = RedisServer.start();
      System.out.println("pid=" + server.pid() + " directory=" + directory(server));
      System.exit(3);
    }
  }

  private static Path directory(TestServer server) {
    return Path.of(server.admin().texts("CONFIG", "GET", "dir").get(1));
  }

  private static List<Path> directories() throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      String pid = Long.toString(ProcessHandle.current().pid());
      return entries
          .filter(path -> path.getFileName().toString().startsWith("holdfast-redis-" + pid + "-"))
          .sorted()
          .toList();
    }
  }
}
