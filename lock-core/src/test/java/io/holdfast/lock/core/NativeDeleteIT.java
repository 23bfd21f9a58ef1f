package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The end of a thin hold by a command of the server, where it has one, and by a script elsewhere.
 */
@ExtendWith(RedisServerExtension.class)
class NativeDeleteIT {

  /** Nobody gets a lock by waiting for the end of a lease. */
  private static final HoldfastSettings LONG =
      HoldfastSettings.builder()
          .lease(Duration.ofMinutes(10))
          .claimLease(Duration.ofMinutes(3))
          .build();

  private static final String KEY = "holdfast:lock:{native}";

  private RedisServer server;
  private HoldfastClient client;
  private DistributedLock lock;

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh;
    client = HoldfastClient.connect(LONG, fresh.uri());
    lock = client.lock("native");
    pair(); // the scripts are known now
    server.resetStatistics();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private void pair() {
    lock.lock();
    lock.unlock();
    assertThat(server.keys(KEY)).isEmpty();
  }

  /** The command that this server has, in lower case. */
  private Optional<String> nativeDelete() {
    return List.of("DELEX", "DELIFEQ").stream()
        .filter(one -> ((List<?>) server.admin().command("COMMAND", "INFO", one)).get(0) != null)
        .map(one -> one.toLowerCase(Locale.ROOT))
        .findFirst();
  }

  private String requireNativeDelete() {
    Optional<String> command = nativeDelete();
    assumeThat(command).as("Redis 8.4 and Valkey 9.0 have one").isPresent();
    return command.orElseThrow();
  }

  private long calls(String command) {
    return server.commandCalls().getOrDefault(command, 0L);
  }

  private String refusals(String command) {
    return server.info("commandstats").getOrDefault("cmdstat_" + command, "none");
  }

  @Test
  void unlock_nobodyWaits_isOneCommandOfTheServerIfItHasOne() {
    pair();
    pair();

    Optional<String> command = nativeDelete();
    assertThat(calls("evalsha")).isEqualTo(command.isPresent() ? 2 : 4);
    command.ifPresent(one -> assertThat(calls(one)).isEqualTo(2));
  }

  /** It is a hash then, of which servers say different things. */
  @Test
  void unlock_somebodyWaits_handsTheLockOver() throws Exception {
    String command = requireNativeDelete();
    try (HoldfastClient other = HoldfastClient.connect(LONG, server.uri())) {
      lock.lock();
      CompletableFuture<Hold> next = other.lock("native").acquireAsync();
      eventually().isTrue("queued", () -> lock.inspect().queueLength() == 1);
      lock.unlock();
      next.get(60, TimeUnit.SECONDS).close();
      eventually().isTrue("nobody wants it", () -> lock.inspect().queueLength() == 0);
    }
    long before = calls(command);
    server.admin().command("DEL", "holdfast:lockq:{native}");
    pair();
    assertThat(calls(command)).as("it goes on").isEqualTo(before + 1);
  }

  @Test
  @DisplayName("failure 155: the user may not use the command that only newer servers have")
  void unlock_userMayNotUseIt_isByScriptFromThenOn() throws Exception {
    String command = requireNativeDelete();
    server.admin().command("ACL", "SETUSER", "default", "-" + command);
    pair(); // it finds out
    String refused = refusals(command);
    pair();
    assertThat(calls(command)).isZero();
    assertThat(refusals(command)).as("asked no more").isEqualTo(refused);

    try (HoldfastClient other = HoldfastClient.connect(server.uri())) {
      other.lock("native").acquire().close();
    }
    assertThat(server.keys(KEY)).isEmpty();
  }

  @Test
  void unlock_lostAndHeldByAnother_endsNothing() {
    requireNativeDelete();
    lock.lock();
    server.admin().command("SET", KEY, "other:1:5000 1700000000000000", "PX", "600000");
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThat(server.admin().text("GET", KEY)).startsWith("other");
  }
}
