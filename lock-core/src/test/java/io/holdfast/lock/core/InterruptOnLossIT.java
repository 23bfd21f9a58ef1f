package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The interrupt of a loss comes before the owner is told of it by an exception. */
@ExtendWith(RedisServerExtension.class)
class InterruptOnLossIT {

  private static final Duration A_WHILE = Duration.ofMillis(100);

  private HoldfastClient client;
  private HoldfastClient other;

  @BeforeEach
  void connect(TestServer server) {
    client = HoldfastClient.connect(server.uri());
    other = HoldfastClient.connect(server.uri());
  }

  @AfterEach
  void close() {
    client.close();
    other.close();
  }

  /** Takes the lock, and gives what asks for it again, or ends it. */
  private interface Taking {
    Runnable take(DistributedLock lock) throws Exception;
  }

  /** Takes the lock, and asks again when its interrupt has begun. */
  private static final class Owner extends Thread {

    private final CompletableFuture<Void> taken = new CompletableFuture<>();
    private final CompletableFuture<Void> interrupting = new CompletableFuture<>();
    private final CompletableFuture<Void> mayInterrupt = new CompletableFuture<>();
    private final CompletableFuture<Throwable> told = new CompletableFuture<>();
    private final DistributedLock lock;
    private final Taking taking;
    private volatile boolean isInterrupted; // when it was told

    private Owner(DistributedLock lock, Taking taking) {
      super(() -> {}, "owner");
      this.lock = lock;
      this.taking = taking;
      setDaemon(true);
    }

    @Override
    public void run() {
      Throwable thrown =
          catchThrowable(
              () -> {
                Runnable next = taking.take(lock);
                taken.complete(null);
                interrupting.join();
                next.run();
              });
      isInterrupted = isInterrupted();
      told.complete(thrown);
    }

    @Override
    public void interrupt() {
      interrupting.complete(null);
      mayInterrupt.join();
      super.interrupt();
    }
  }

  private void isInterruptedBeforeItIsTold(Taking taking) throws Exception {
    Owner owner = new Owner(client.lock("a", AcquireOptions.defaults().interruptOnLoss()), taking);
    owner.start();
    owner.taken.get(60, TimeUnit.SECONDS);

    assertThat(other.lock("a").forceUnlock()).isTrue();
    owner.interrupting.get(60, TimeUnit.SECONDS);
    stays(A_WHILE, "not told yet", () -> !owner.told.isDone());
    owner.mayInterrupt.complete(null);

    assertThat(owner.told.get(60, TimeUnit.SECONDS)).isInstanceOf(LeaseLostException.class);
    assertThat(owner.isInterrupted).isTrue();
  }

  @Test
  void unlock_interruptIsOnItsWay_comesAfterIt() throws Exception {
    isInterruptedBeforeItIsTold(
        lock -> {
          lock.lock();
          return lock::unlock;
        });
  }

  @Test
  void close_interruptIsOnItsWay_comesAfterIt() throws Exception {
    isInterruptedBeforeItIsTold(
        lock -> {
          Hold hold = lock.acquire();
          return hold::close;
        });
  }

  @Test
  void lock_again_interruptIsOnItsWay_comesAfterIt() throws Exception {
    isInterruptedBeforeItIsTold(
        lock -> {
          lock.lock();
          return lock::lock;
        });
  }
}
