package io.holdfast.lock.cli;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.concurrent.TwoLocks;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class ClusterCommandsIT {

  private SmallCluster cluster;
  private HoldfastClient client;

  @BeforeAll
  void start() {
    cluster = SmallCluster.start();
    client =
        HoldfastClient.connect(
            HoldfastSettings.builder().cluster().clientLabel("host/1").build(), cluster.uri());
  }

  @AfterAll
  void stop() {
    client.close();
    cluster.close();
  }

  private Hold acquire(String name) {
    return client.lock(name).acquireAsync().join(); // asks again while a node is not connected yet
  }

  private CommandLineRun holdfast(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(1, List.of("--redis", cluster.uri()));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  @Test
  void ls_locksOnBothMasters_areAllListed() {
    List<String> names = List.of("a", "b", "c", "d", "e", "f");
    List<Hold> holds = names.stream().map(this::acquire).toList();
    assertThat(cluster.nodes())
        .as("each master has some")
        .noneMatch(node -> node.keys("holdfast:lock:*").isEmpty());

    CommandLineRun run = holdfast("ls", "--cluster", "--porcelain");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out().lines().map(line -> line.split("\t", -1)[0])).isEqualTo(names);
    holds.forEach(Hold::close);
  }

  @Test
  void inspect_lockOnEitherMaster_isShown() {
    for (RedisServer node : cluster.nodes()) {
      String name = nameOn(node);
      try (Hold hold = acquire(name)) {
        CommandLineRun run = holdfast("inspect", "--cluster", name);

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).contains("host/1", Long.toString(hold.token()));
      }
    }
  }

  @Test
  void run_lockOnEitherMaster_commandRunsUnderIt() {
    for (RedisServer node : cluster.nodes()) {
      String name = nameOn(node);

      assertThat(holdfast("run", "--cluster", "--lock", name, "--", "sh", "-c", "exit 4").status())
          .isEqualTo(4);
      try (Hold hold = acquire(name)) {
        assertThat(holdfast("run", "--cluster", "--lock", name, "--wait", "0s", "true").status())
            .isEqualTo(ExitStatus.NOT_OBTAINED);
      }
    }
  }

  /** Each client tells of its threads on the master that its own key is on. */
  @Test
  void ls_deadlockOverBothMasters_isPrinted() {
    String one = nameOn(cluster.nodes().get(0));
    String two = nameOn(cluster.nodes().get(1));
    CountDownLatch both = new CountDownLatch(2);
    try (TestThreads threads = TestThreads.open();
        HoldfastClient ofOne = impatient("host/2");
        HoldfastClient ofTwo = impatient("host/3")) {
      TwoLocks.take(threads, "one", ofOne.lock(one), ofOne.lock(two), both);
      TwoLocks.take(threads, "two", ofTwo.lock(two), ofTwo.lock(one), both);

      CommandLineRun run =
          eventually()
              .expect(
                  "a deadlock",
                  () -> holdfast("ls", "--cluster", "--deadlocks"),
                  each -> each.status() == ExitStatus.FAILED);

      assertThat(run.out())
          .contains(
              "thread 'test-one' of host/2 waits for lock '%s' held by".formatted(two),
              "thread 'test-two' of host/3");
    }
  }

  private HoldfastClient impatient(String label) {
    return HoldfastClient.connect(
        HoldfastSettings.builder()
            .cluster()
            .clientLabel(label)
            .longWait(Duration.ofSeconds(1))
            .build(),
        cluster.uri());
  }

  @Test
  void anyCommand_withoutTheOption_isToldOfIt() {
    CommandLineRun inspect = holdfast("inspect", nameOn(cluster.nodes().get(1)));
    CommandLineRun ls = holdfast("ls");

    assertThat(inspect.status()).isEqualTo(ExitStatus.UNAVAILABLE);
    assertThat(inspect.err()).contains("add --cluster");
    assertThat(ls.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(ls.err()).contains("add --cluster");
  }

  @Test
  void cluster_ofAServerThatIsNone_isToldSo() {
    try (RedisServer single = RedisServer.start()) {
      CommandLineRun run = CommandLineRun.of("ls", "--cluster", "--redis", single.uri());

      assertThat(run.status()).isEqualTo(ExitStatus.UNAVAILABLE);
      assertThat(run.err()).contains("leave --cluster out");
    }
  }

  /** A name whose keys are in a slot of this master. */
  private static String nameOn(RedisServer node) {
    return IntStream.range(0, 100)
        .mapToObj(i -> "name-" + i)
        .filter(name -> SmallCluster.isOn(node, name))
        .findFirst()
        .orElseThrow();
  }
}
