package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The ends of attempts at pools, semaphores and latches, as events and in the statistics. */
@ExtendWith(RedisServerExtension.class)
class PermitEventsIT {

  private static final Duration BRIEFLY = Duration.ofMillis(100);
  private static final AcquireOptions FOR_A_WHILE = AcquireOptions.defaults().waitAtMost(BRIEFLY);

  /**
   * An object with nothing free.
   *
   * @param key where the server has it
   * @param now an attempt that does not wait
   * @param briefly one that waits for a while
   * @param later one that waits, without a thread
   */
  private record Subject(
      LockKind kind,
      String key,
      Callable<Boolean> now,
      Callable<Boolean> briefly,
      Supplier<CompletableFuture<?>> later) {

    private static Subject of(String key, DistributedSemaphore semaphore) {
      return new Subject(
          LockKind.SEMAPHORE,
          key,
          semaphore::tryAcquire,
          () -> semaphore.tryAcquire(1, BRIEFLY),
          semaphore::acquireAsync);
    }

    private static Subject of(String key, PermitPool pool) {
      return new Subject(
          LockKind.POOL,
          key,
          () -> pool.tryAcquire(1).isPresent(),
          () -> pool.tryAcquire(1, FOR_A_WHILE).isPresent(),
          () -> pool.acquireAsync(1, AcquireOptions.defaults()));
    }

    private static Subject of(String key, DistributedCountDownLatch latch) {
      return new Subject(
          LockKind.LATCH,
          key,
          () -> latch.await(Duration.ZERO),
          () -> latch.await(BRIEFLY),
          latch::awaitAsync);
    }
  }

  private final List<String> told = new CopyOnWriteArrayList<>();
  private RedisServer server;
  private HoldfastClient client;
  private HoldfastClient other;

  private final LockListener listener =
      new LockListener() {
        @Override
        public void acquired(LockEvent event, Duration waited) {
          told.add("acquired " + event.kind().text() + " " + event.lockName());
        }

        @Override
        public void granted(AttemptEvent attempt, Duration waited) {
          tell("granted", attempt, waited);
        }

        @Override
        public void failed(AttemptEvent attempt, Duration waited, Why why) {
          tell("failed " + why.text(), attempt, waited);
        }

        private void tell(String what, AttemptEvent attempt, Duration waited) {
          assertThat(waited.isNegative()).isFalse();
          assertThat(attempt.clientLabel()).isEqualTo("first");
          told.add(what + " " + attempt.kind().text() + " " + attempt.lockName());
        }
      };

  @BeforeEach
  void open(@FreshServer RedisServer fresh) {
    server = fresh;
    client =
        HoldfastClient.connect(
            HoldfastSettings.builder().clientLabel("first").listener(listener).build(),
            server.uri());
    other = HoldfastClient.connect(server.uri());
  }

  @AfterEach
  void close() {
    client.close();
    other.close();
  }

  /** Of each kind, taken by another client. */
  private List<Subject> taken(String name) throws InterruptedException {
    Semaphores here = new Semaphores(client);
    Semaphores there = new Semaphores(other);
    there.get(name, 1).acquire();
    there.get(name + "-fair", 1, true).acquire();
    there.pool(name, 1).acquire(1, AcquireOptions.defaults());
    there.latch(name, 1).await(BRIEFLY);
    return Stream.of(
            Subject.of("holdfast:sem:{" + name + "}", here.get(name, 1)),
            Subject.of("holdfast:pool:{" + name + "}", here.pool(name, 1)),
            Subject.of("holdfast:latch:{" + name + "}", here.latch(name, 1)))
        .toList();
  }

  private void awaitTold(String what) {
    eventually().isTrue(what, () -> told.contains(what));
    assertThat(told.stream().filter(what::equals)).as(what).hasSize(1);
  }

  private LockStatistics.OfKind numbers(Subject subject) {
    return client.statistics().of(subject.kind());
  }

  @Test
  void attempts_nothingIsToBeHad_areHeldAndTimedOut() throws Exception {
    for (Subject subject : taken("a")) {
      assertThat(subject.now().call()).isFalse();
      awaitTold("failed held " + subject.kind().text() + " a");
      assertThat(subject.briefly().call()).isFalse();
      awaitTold("failed timeout " + subject.kind().text() + " a");

      assertThat(numbers(subject).failed(LockListener.Why.HELD)).isOne();
      assertThat(numbers(subject).failed(LockListener.Why.TIMEOUT)).isOne();
      assertThat(numbers(subject).acquired()).isZero();
    }
  }

  @Test
  void attempts_givenUp_areInterrupted() throws Exception {
    for (Subject subject : taken("b")) {
      CompletableFuture<?> waiting = subject.later().get();
      eventually().isTrue("it waits", () -> numbers(subject).waiting() == 1);
      waiting.cancel(false);
      awaitTold("failed interrupted " + subject.kind().text() + " b");

      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> subject.briefly().call()).isInstanceOf(InterruptedException.class);
      eventually()
          .isTrue("counted", () -> numbers(subject).failed(LockListener.Why.INTERRUPTED) == 2);
      assertThat(numbers(subject).waiting()).isZero();
    }
  }

  @Test
  void attempts_clientIsClosed_areClosed() throws Exception {
    List<Subject> all = taken("c");
    List<? extends CompletableFuture<?>> waiting =
        all.stream().map(one -> one.later().get()).toList();
    for (Subject subject : all) {
      eventually().isTrue("it waits", () -> numbers(subject).waiting() == 1);
    }

    client.close();

    eventually()
        .isTrue( // another thread completes them
            "all have failed",
            () -> waiting.stream().allMatch(CompletableFuture::isCompletedExceptionally));
    for (Subject subject : all) {
      awaitTold("failed closed " + subject.kind().text() + " c");
      assertThatThrownBy(() -> subject.now().call()).isInstanceOf(ClientClosedException.class);
      assertThat(numbers(subject).failed(LockListener.Why.CLOSED)).isEqualTo(2);
    }
  }

  @Test
  void attempts_serverRefuses_areUnreachable() throws Exception {
    for (Subject subject : taken("d")) {
      server.admin().text("SET", subject.key(), "foreign");
      assertThatThrownBy(() -> subject.now().call()).isInstanceOf(LockServerException.class);
      awaitTold("failed unreachable " + subject.kind().text() + " d");
      assertThat(numbers(subject).failed(LockListener.Why.UNREACHABLE)).isOne();
      server.admin().number("DEL", subject.key());
    }
  }

  @Test
  void attempts_whatIsWaitedForIsDeleted_areDeleted() throws Exception {
    List<Subject> all = taken("e");
    CompletableFuture<?> semaphore = all.get(0).later().get();
    CompletableFuture<?> latch = all.get(2).later().get();
    eventually()
        .isTrue(
            "both wait",
            () -> numbers(all.get(0)).waiting() == 1 && numbers(all.get(2)).waiting() == 1);
    eventually()
        .isTrue("at the server", () -> new Semaphores(other).get("e", 1).getQueueLength() == 1);

    assertThat(new Semaphores(other).get("e", 1).delete()).isTrue();
    awaitTold("failed deleted semaphore e");
    eventually()
        .isTrue(
            "the latch is deleted while somebody waits for it at the server",
            () -> {
              boolean unused = new Semaphores(other).latch("e", 1).delete();
              return latch.isDone();
            });
    awaitTold("failed deleted latch e");
    assertThat(semaphore).isCompletedExceptionally();
    assertThat(latch).isCompletedExceptionally();
  }

  @Test
  void attempts_thatSucceed_areGrantedOrAcquired() throws Exception {
    Semaphores here = new Semaphores(client);
    here.get("f", 1).acquire();
    awaitTold("granted semaphore f");
    here.get("g", 1, true).acquireAsync().get();
    awaitTold("granted semaphore g");
    here.pool("f", 1).acquire(1, AcquireOptions.defaults()).close();
    awaitTold("acquired pool f");
    here.latch("f", 1).countDown();
    assertThat(here.latch("f", 1).await(BRIEFLY)).isTrue();
    awaitTold("granted latch f");

    assertThat(client.statistics().of(LockKind.SEMAPHORE).acquired()).isEqualTo(2);
    assertThat(client.statistics().of(LockKind.POOL).acquired()).isOne();
    assertThat(client.statistics().of(LockKind.LATCH).acquired()).isOne();
    eventually().isTrue("released", () -> client.statistics().of(LockKind.POOL).released() == 1);
    assertThat(client.statistics().of(LockKind.SEMAPHORE).held()).isZero();
    assertThat(client.statistics().of(LockKind.POOL).held()).isZero();
  }

  @Test
  @DisplayName("failure 177: many actions depend on a future that is granted permits")
  void granted_muchHangsOnTheFuture_isCountedBefore() throws Exception {
    DistributedSemaphore there = new Semaphores(other).get("h", 1);
    there.acquire();
    CompletableFuture<Long> counted =
        new Semaphores(client)
            .get("h", 1)
            .acquireAsync()
            .thenApply(granted -> client.statistics().of(LockKind.SEMAPHORE).acquired());
    there.release();

    assertThat(counted).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1L);
  }
}
