package io.holdfast.lock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.semaphore.Semaphores;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(RedisServerExtension.class)
class PoolRunIT {

  @TempDir private Path directory;

  private TestServer server;
  private HoldfastClient client;
  private PermitPool pool;

  @BeforeEach
  void connect(TestServer shared) {
    server = shared;
    client = HoldfastClient.connect(shared.uri());
    pool = new Semaphores(client).pool("jobs", 3);
  }

  @AfterEach
  void close() {
    pool.reset();
    client.close();
  }

  private CommandLineRun run(String... words) {
    List<String> all = new ArrayList<>(List.of("run", "--redis", server.uri(), "--pool", "jobs"));
    all.addAll(List.of(words));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  /** What this shell text wrote into the file $0. */
  private String written(String text, String... options) throws IOException {
    Path file = directory.resolve("written");
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(List.of("--", "sh", "-c", text, file.toString()));
    CommandLineRun run = run(words.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return Files.readString(file);
  }

  @Test
  void pool_permitsFree_commandRunsAndTheyComeBack() {
    assertThat(run("--limit", "3", "--", "sh", "-c", "exit 4").status()).isEqualTo(4);
    assertThat(pool.inspect().size()).isEqualTo(3);
    assertThat(pool.inspect().available()).isEqualTo(3);
  }

  @Test
  void pool_command_hasNoToken() throws Exception {
    assertThat(written("echo \"token ${HOLDFAST_TOKEN-none}\" > \"$0\"", "--limit", "3"))
        .isEqualTo("token none\n");
  }

  @Test
  void permits_moreThanAreLeft_isNotObtained() throws Exception {
    try (Permit two = pool.acquire(2)) {
      CommandLineRun enough = run("--limit", "3", "--wait", "0s", "--", "true");
      CommandLineRun tooMany = run("--limit", "3", "--permits", "2", "--wait", "0s", "--", "true");

      assertThat(enough.status()).as(enough.err()).isZero();
      assertThat(tooMany.status()).isEqualTo(ExitStatus.NOT_OBTAINED);
      assertThat(tooMany.err())
          .contains("pool 'jobs': not obtained within 0 ms (1 of 3 permits free, 2 asked for");
      assertThat(two.isValid()).isTrue();
    }
  }

  @Test
  void limit_isAnother_thatOfThePoolCountsUnlessResized() throws Exception {
    try (Permit one = pool.acquire(1)) {
      assertThat(run("--limit", "5", "--", "true").status()).isZero();
      assertThat(pool.inspect().size()).isEqualTo(3);
      assertThat(run("--limit", "5", "--resize", "--", "true").status()).isZero();
      assertThat(pool.inspect().size()).isEqualTo(5);
      assertThat(one.isValid()).isTrue();
    }
  }

  @Test
  void permits_moreThanThePoolHas_isRefusedByTheServer() throws Exception {
    try (Permit one = pool.acquire(1)) {
      CommandLineRun run = run("--limit", "9", "--permits", "4", "--", "true");

      assertThat(run.status()).isEqualTo(ExitStatus.UNAVAILABLE);
      assertThat(run.err()).contains("'jobs'", "4", "3");
      assertThat(one.isValid()).isTrue();
    }
  }

  @Test
  void badInput_isRefusedWithItsBound() {
    CommandLineRun noLimit = run("--", "true");
    CommandLineRun zero = run("--limit", "0", "--", "true");
    CommandLineRun permits = run("--limit", "3", "--permits", "4", "--", "true");
    CommandLineRun both = run("--limit", "3", "--lock", "a", "--", "true");
    CommandLineRun kind = run("--limit", "3", "--kind", "fair", "--", "true");
    CommandLineRun ofALock =
        CommandLineRun.of("run", "--redis", server.uri(), "--lock", "a", "--limit", "3", "true");

    assertThat(List.of(noLimit, zero, permits, both, kind, ofALock))
        .extracting(CommandLineRun::status)
        .containsOnly(ExitStatus.USAGE);
    assertThat(noLimit.err()).contains("--limit");
    assertThat(zero.err()).contains("--limit 0", "at least 1");
    assertThat(permits.err()).contains("--permits 4", "--limit, 3");
    assertThat(both.err()).contains("one of --lock NAME and --pool NAME");
    assertThat(kind.err()).contains("--kind fair");
    assertThat(ofALock.err()).contains("--pool");
  }
}
