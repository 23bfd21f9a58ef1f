package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.MultiHold;
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

/** The events of attempts and holds when an executor, or the server, is late. */
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

      eventually()
          .isTrue(
              "told",
              () -> {
                runAll(tasks);
                return !told.isEmpty();
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
      eventually().isTrue("noticed", () -> !client.status().commands().isUp());
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
  @DisplayName("failure 173: a release is answered late, and its owner has gone on")
  void close_answeredLateAsNotHeld_isNotToldToItsOwner(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(settings().build(), server.uri())) {
      Hold hold = client.lock("late").acquire();
      hold.onLost(cause -> told.add("holder " + cause));
      server.kill();
      eventually().isTrue("noticed", () -> !client.status().commands().isUp());
      hold.close();
      server.restartEmpty();

      eventually().isTrue("told", () -> told.contains("lost GONE"));
      hold.close(); // does nothing
      stays(Duration.ofMillis(200), "only listeners hear", () -> told.size() == 2);
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

      CompletableFuture<MultiHold> both =
          client
              .all(List.of("late", "more"))
              .acquireAsync(AcquireOptions.defaults())
              .orTimeout(100, TimeUnit.MILLISECONDS);
      eventually().isTrue("told", () -> told.equals(List.of("failed TIMEOUT", "failed TIMEOUT")));
      assertThat(both).isCompletedExceptionally();
      other.lock("late").unlock();
    }
  }
}
