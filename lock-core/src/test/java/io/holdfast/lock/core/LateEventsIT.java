package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is told of attempts and holds where an executor, or the server, is late. */
@ExtendWith(RedisServerExtension.class)
class LateEventsIT {

  private final List<String> told = new CopyOnWriteArrayList<>();

  private HoldfastSettings.Builder settings() {
    return HoldfastSettings.builder()
        .commandTimeout(Duration.ofSeconds(1))
        .listener(
            new LockListener() {
              @Override
              public void acquired(LockEvent event, Duration waited) {
                told.add("acquired");
              }

              @Override
              public void failed(AttemptEvent attempt, Duration waited, Why why) {
                told.add("failed " + why);
              }

              @Override
              public void released(LockEvent event, Duration held) {
                told.add("released");
              }

              @Override
              public void lost(LockEvent event, LossCause cause, Duration held) {
                told.add("lost " + cause);
              }
            });
  }

  private static void runAll(Queue<Runnable> tasks) {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  @Test
  @DisplayName(
      "failure 172: a future is cancelled when it has got its hold, and the executor is late")
  void acquireAsync_cancelledBeforeTheExecutorDeliversTheHold_endsOnce(
      @FreshServer RedisServer server) {
    Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    try (HoldfastClient client =
        HoldfastClient.connect(settings().callbackExecutor(tasks::add).build(), server.uri())) {
      DistributedLock lock = client.lock("late");
      runAll(tasks); // that the connections are up
      CompletableFuture<Hold> acquiring = lock.acquireAsync();
      eventually().isTrue("it waits for the executor", () -> lock.isLocked() && !tasks.isEmpty());

      assertThat(acquiring.cancel(false)).isTrue();
      eventually()
          .isTrue(
              "given back",
              () -> {
                runAll(tasks);
                return !lock.isLocked();
              });

      stays(
          Duration.ofMillis(300),
          "told once",
          () -> {
            runAll(tasks);
            return told.equals(List.of("failed INTERRUPTED"));
          });
      LockStatistics.OfKind plain = client.statistics().of(LockKind.PLAIN);
      assertThat(plain.acquired()).isZero();
      assertThat(plain.released()).isZero();
      assertThat(plain.failed(LockListener.Why.INTERRUPTED)).isOne();
    }
  }

  @Test
  @DisplayName("failure 173: a release is answered late, and the server has not had the hold")
  void unlock_answeredLateAsNotHeld_isTheLossOfTheHold(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(settings().build(), server.uri())) {
      DistributedLock lock = client.lock("late");
      lock.lock();
      server.kill();
      lock.unlock(); // warns that it is not acknowledged
      server.restartEmpty();

      eventually().isTrue("told", () -> told.equals(List.of("acquired", "lost GONE")));
      LockStatistics.OfKind plain = client.statistics().of(LockKind.PLAIN);
      assertThat(plain.lost(LossCause.GONE)).isOne();
      assertThat(plain.released()).isZero();
      assertThat(plain.held()).isZero();
    }
  }

  @Test
  @DisplayName("failure 174: the time of a future is over that waits with work behind it")
  void withLockAsync_timeIsOver_isTold(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(settings().build(), server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      assertThat(other.lock("late").tryLock()).isTrue();
      CompletableFuture<Boolean> working =
          client
              .lock("late")
              .withLockAsync(hold -> CompletableFuture.completedFuture(true))
              .orTimeout(100, TimeUnit.MILLISECONDS);

      eventually().isTrue("told", () -> told.equals(List.of("failed TIMEOUT")));
      assertThat(working).isCompletedExceptionally();
      other.lock("late").unlock();
    }
  }
}
