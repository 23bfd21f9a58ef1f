package io.holdfast.lock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.redlock.RedLockSettings;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.lock.testkit.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Five servers; leases are short, and so is their quarantine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuorumRunIT {

  private static final Duration LEASE = Duration.ofSeconds(2);

  @TempDir private Path directory;

  private List<RedisServer> servers = List.of();

  @BeforeAll
  void start() {
    servers = Stream.generate(RedisServer::start).limit(5).toList();
  }

  @AfterAll
  void stop() {
    servers.forEach(RedisServer::close);
  }

  private CommandLineRun run(String... words) {
    List<String> all = new ArrayList<>(List.of("run", "--max-lease", "2s", "--lease"));
    all.add(Stream.of(words).anyMatch("too-long"::equals) ? "3s" : "2s");
    servers.forEach(server -> all.addAll(List.of("--redis", server.uri())));
    all.addAll(List.of(words));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  @Test
  void fiveServers_lockOfTheQuorum_isHeldWhileTheCommandRuns() throws Exception {
    Path file = directory.resolve("token");

    CommandLineRun run =
        run(
            "--lock",
            "q",
            "--",
            "sh",
            "-c",
            "echo $HOLDFAST_TOKEN > \"$0\"; exit 5",
            file.toString());

    assertThat(run.status()).as(run.err()).isEqualTo(5);
    assertThat(Files.readString(file)).matches("\\d+\\R");
    assertThat(servers.stream().filter(one -> !one.keys("holdfast:redq:*").isEmpty()).count())
        .as("servers that know of it")
        .isGreaterThanOrEqualTo(3);
  }

  @Test
  void fiveServers_heldByAnother_isNotObtained() throws Exception {
    RedLockSettings settings = RedLockSettings.builder().maxLease(LEASE).build();
    String[] uris = servers.stream().map(RedisServer::uri).toArray(String[]::new);
    try (RedLocks locks = RedLocks.connect(settings, HoldfastSettings.defaults(), uris);
        Hold hold = locks.get("held").acquire()) {
      CommandLineRun run = run("--lock", "held", "--wait", "0s", "--", "true");

      assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.NOT_OBTAINED);
      assertThat(run.err()).contains("lock 'held': not obtained");
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void badInput_isRefusedWithItsValue() {
    String uri = servers.get(0).uri();
    String other = servers.get(1).uri();
    CommandLineRun lease = run("--lock", "too-long", "--", "true");
    CommandLineRun twice =
        CommandLineRun.of("run", "--redis", uri, "--redis", uri, "--lock", "a", "--", "true");
    CommandLineRun kind = run("--lock", "a", "--kind", "fair", "--", "true");
    CommandLineRun pool =
        CommandLineRun.of(
            "run", "--redis", uri, "--redis", other, "--pool", "p", "--limit", "2", "--", "true");
    CommandLineRun ls = CommandLineRun.of("ls", "--redis", uri, "--redis", other);
    CommandLineRun one =
        CommandLineRun.of("run", "--redis", uri, "--max-lease", "2s", "--lock", "a", "--", "true");

    assertThat(List.of(lease, twice, kind, pool, ls, one))
        .extracting(CommandLineRun::status)
        .containsOnly(ExitStatus.USAGE);
    assertThat(lease.err()).containsPattern("lease.*3.*2");
    assertThat(twice.err()).contains("listed twice");
    assertThat(kind.err()).contains("--kind fair");
    assertThat(pool.err()).contains("2 servers");
    assertThat(ls.err()).contains("2 servers");
    assertThat(one.err()).contains("--max-lease");
  }
}
