package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.lock.testkit.resp.RespClient;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsedServersIT {

  private static RedisServer take() {
    return RedisServer.builder().mayHaveServed().start();
  }

  /** Before version 7 a server does not tell subcommands apart, and is not used again. */
  @BeforeEach
  void assumeThatItTellsCommandsApart() {
    assumeThat(RedisBinary.locate().version().isAtLeast(7, 0)).isTrue();
  }

  /** Whether a server is taken again after this was done to it. */
  private static boolean isTakenAfter(Consumer<RedisServer> use) {
    RedisServer used = take();
    long pid = used.pid();
    use.accept(used);
    used.close();
    try (RedisServer next = take()) {
      return next.pid() == pid;
    }
  }

  @Test
  void start_usedAndClosed_isTheSameProcessAsNew() {
    RedisServer used = take();
    used.admin().command("EVAL", "return redis.call('set', KEYS[1], 'v')", "1", "k");
    String sha = used.admin().text("SCRIPT", "LOAD", "return 1");
    long pid = used.pid();
    used.close();

    try (RedisServer next = take()) {
      assertThat(next.pid()).isEqualTo(pid);
      assertThat(next.keys("*")).isEmpty();
      assertThat(next.admin().array("SCRIPT", "EXISTS", sha)).containsExactly(0L);
      assertThat(next.commandCalls()).doesNotContainKeys("eval", "set");
      assertThat(next.clients()).isEmpty();
      assertThat(used.isRunning()).isFalse();
      used.kill();
      used.stop();
      used.close();
      assertThatIllegalStateException().isThrownBy(used::freeze);
      assertThatIllegalStateException().isThrownBy(used::restart);
      assertThatIllegalStateException().isThrownBy(used::admin);
      assertThat(next.isRunning()).isTrue();
      assertThat(next.admin().text("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void start_twoAtOnce_areTwoProcesses() {
    try (RedisServer one = take();
        RedisServer two = take()) {
      assertThat(one.pid()).isNotEqualTo(two.pid());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CONFIG SET maxmemory 1gb",
        "ACL SETUSER somebody on",
        "CLIENT PAUSE 1",
        "DEBUG SET-ACTIVE-EXPIRE 0",
        "REPLICAOF NO ONE",
        "FUNCTION FLUSH",
      })
  void start_itsStateMayHaveChanged_isAnother(String command) {
    assertThat(isTakenAfter(server -> server.admin().command(command.split(" ", -1)))).isFalse();
  }

  @Test
  void start_frozenKilledRestartedOrWithoutItsStatistics_isAnother() {
    assertThat(isTakenAfter(server -> {})).isTrue();
    assertThat(
            isTakenAfter(
                server -> {
                  server.freeze();
                  server.thaw();
                }))
        .isFalse();
    assertThat(isTakenAfter(RedisServer::kill)).isFalse();
    assertThat(isTakenAfter(RedisServer::restartEmpty)).isFalse();
    assertThat(isTakenAfter(TestServer::resetStatistics)).isFalse();
  }

  @Test
  void start_statisticsForgottenAfterAChange_isAnother() {
    assertThat(
            isTakenAfter(
                server -> {
                  server.admin().command("CONFIG", "SET", "maxmemory", "1gb");
                  server.admin().command("CONFIG", "RESETSTAT");
                }))
        .isFalse();
  }

  @Test
  void start_somebodyIsStillConnected_isAnother() {
    RedisServer used = take();
    try (RespClient client = RespClient.connect(used.uri())) {
      long pid = used.pid();
      used.close();
      try (RedisServer next = take()) {
        assertThat(next.pid()).isNotEqualTo(pid);
      }
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> client.text("PING")); // it was killed
    }
  }

  @Test
  void start_somebodyCameBack_isAnother() {
    RedisServer used = take();
    long pid = used.pid();
    used.close();
    RespClient back = RespClient.connect(used.uri());
    try (RedisServer next = take()) {
      assertThat(next.pid()).isNotEqualTo(pid);
    } finally {
      back.close();
    }
  }

  @Test
  void start_ofOtherSettings_isAnother() {
    RedisServer used = take();
    long pid = used.pid();
    used.close();
    try (RedisServer secret = RedisServer.builder().password("p").mayHaveServed().start();
        RedisServer fresh = RedisServer.start()) {
      assertThat(secret.pid()).isNotEqualTo(pid);
      assertThat(fresh.pid()).isNotEqualTo(pid);
    }
  }
}
