package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.check.Rule;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.HistoryReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Several processes use one semaphore while they are killed and frozen, and its number changes. */
@ExtendWith(RedisServerExtension.class)
@Tag("long")
class SemaphoreHistoryIT {

  private static final int LARGE = 8;
  private static final int SMALL = 4;
  private static final int WORKERS = 3;
  private static final Duration CLAIM = ClientSpec.Pace.QUICK.claimLease();

  /** A JVM that starts, or ends, on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path directory;

  @Test
  void permits_ofFairOnesInAHistoryWithKillsAndFreezes_areNeverTooManyAndNoneIsLost(
      TestServer server) throws Exception {
    judge(server, true, new SemaphoreStory(LARGE, Duration.ZERO));
  }

  @Test
  void permits_inAHistoryWithKillsAndFreezes_areNeverTooManyAndNoneIsLost(TestServer server)
      throws Exception {
    // Unfair semaphores pass permits on for a slice before they hear that there are fewer.
    judge(server, false, new SemaphoreStory(LARGE, Duration.ofMillis(50)));
  }

  private void judge(TestServer server, boolean isFair, SemaphoreStory story) throws Exception {
    String name = "history-" + isFair;
    List<JvmProcess> workers = new ArrayList<>();
    int available;
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get(name, LARGE, isFair);
      try {
        for (int i = 0; i < WORKERS; i++) {
          workers.add(start(server, name, isFair));
        }
        disturb(server, semaphore, workers, story);
        for (JvmProcess worker : workers) {
          worker.send("stop");
          worker.awaitLine(Pattern.compile("done"), PATIENCE);
        }
      } finally {
        workers.forEach(JvmProcess::close);
      }
      Set<Integer> expected = SemaphoreStory.expected(HistoryReader.readAll(directory), LARGE);
      available =
          eventually()
              .expect("one of " + expected, semaphore::availablePermits, expected::contains);
      eventually().isTrue("nobody waits", () -> !semaphore.hasQueuedThreads());
      assertThat(semaphore.delete()).isTrue();
    }
    assertSound(HistoryReader.readAll(directory), story, name, available);
  }

  private void disturb(
      TestServer server,
      DistributedSemaphore semaphore,
      List<JvmProcess> workers,
      SemaphoreStory story)
      throws Exception {
    Random random = new Random();
    for (int round = 0; round < 3; round++) {
      JvmProcess victim = workers.get(random.nextInt(workers.size()));
      stays(Duration.ofMillis(250), "it works", victim::isAlive);
      story.resized(SMALL, () -> semaphore.resize(SMALL));
      stays(Duration.ofMillis(100), "it works on", victim::isAlive);
      if (round % 2 == 0) {
        victim.kill();
        workers.remove(victim);
        returnPermits(semaphore, victim.pid(), story);
        workers.add(start(server, semaphore.name(), semaphore.isFair()));
      } else {
        victim.freeze();
        stays(CLAIM.plusMillis(200), "frozen", victim::isAlive);
        victim.thaw();
      }
      story.resized(LARGE, () -> semaphore.resize(LARGE));
    }
  }

  /** The permits that it certainly had are released in its place; the rest is unknown. */
  private void returnPermits(DistributedSemaphore semaphore, long pid, SemaphoreStory story) {
    int kept = SemaphoreStory.kept(HistoryReader.readAll(directory), pid);
    story.returns(pid);
    semaphore.release(kept);
  }

  private JvmProcess start(TestServer server, String name, boolean isFair)
      throws InterruptedException {
    JvmProcess worker =
        JvmProcess.start(
            SemaphoreWorker.class,
            server.uri(),
            name,
            Integer.toString(LARGE),
            Boolean.toString(isFair),
            directory.toString());
    worker.awaitLine(
        Pattern.compile("ready"), PATIENCE); // one by one: a start takes all it can get
    return worker;
  }

  private static void assertSound(
      History history, SemaphoreStory story, String name, int available) {
    assertThat(history.calls()).hasSizeGreaterThan(300);
    int most = story.assertNeverTooManyOut(history);
    assertThat(most).isGreaterThan(SMALL);
    Verdict verdict =
        Examination.of(
                history, List.of(), Bounds.ofLease(CLAIM.multipliedBy(2)).permits(name, LARGE))
            .verdict();
    assertThat(verdict.findings(Rule.PERMITS)).isEmpty();
    assertThat(verdict.findings(Rule.EXCEPTIONS)).isEmpty();
    System.out.printf(
        "%d calls, at most %d of %d out, %d in the end%n",
        history.calls().size(), most, LARGE, available);
  }
}
