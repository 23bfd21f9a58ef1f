package io.holdfast.shedlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.shedlock.JobLockSuite.AT_LEAST;
import static io.holdfast.shedlock.JobLockSuite.AT_MOST;
import static io.holdfast.shedlock.JobLockSuite.LONGER;
import static io.holdfast.shedlock.JobLockSuite.job;
import static io.holdfast.shedlock.JobLockSuite.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.lettuce.core.RedisClient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.LockingTaskExecutor.TaskResult;
import net.javacrumbs.shedlock.core.LockingTaskExecutor.TaskWithResult;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Ends that are not the job's: the client closes, the lock is lost, the server is away. */
@ExtendWith(RedisServerExtension.class)
class JobLockFaultIT {

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private PrintStream systemErr;

  @BeforeEach
  void readLog() {
    systemErr = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restoreLog() {
    System.setErr(systemErr);
  }

  private List<String> told(String what) {
    return log.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("io.holdfast.shedlock") && line.contains(what))
        .toList();
  }

  private static HoldfastLockProvider provider(Locks locks) {
    return new HoldfastLockProvider(locks, "test");
  }

  private static Duration left(TestServer server) {
    return Duration.ofMillis(server.admin().number("PTTL", JobLockSuite.key("job")));
  }

  // ---- closing

  @Test
  void close_jobRunsInsideAtLeast_lockOutlivesTheClient(TestServer server) {
    HoldfastClient client = HoldfastClient.connect(server.uri());
    HoldfastLockProvider provider = provider(client);
    SimpleLock lock = taken(provider, job("job", AT_MOST, AT_LEAST));

    provider.close();
    client.close();

    assertThat(left(server)).isBetween(AT_LEAST, AT_MOST);
    assertThat(told("stays taken for 600000 ms")).hasSize(1);
    assertThat(lock.extend(LONGER, Duration.ZERO)).isEmpty();
    lock.unlock(); // of a job that has gone on
    assertThat(left(server)).isBetween(AT_LEAST, AT_MOST);
    assertThat(told("lost")).isEmpty();
  }

  @Test
  void close_jobRunsUnderAFixedLease_lockStaysForTheRestOfIt(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        HoldfastLockProvider provider = new HoldfastLockProvider(client, "test", false, () -> 0)) {
      SimpleLock lock = taken(provider, job("job", AT_MOST, AT_MOST));
      provider.close();
      client.close();

      assertThat(told("stays taken for 600000 ms")).hasSize(1); // not what the client relies on
      assertThat(left(server)).isBetween(AT_MOST.minusMinutes(2), AT_MOST);
      lock.unlock(); // of a job that ends now: nothing is wrong with that
      assertThatIllegalStateException().isThrownBy(lock::unlock);
      assertThat(server.keys(JobLockSuite.key("job"))).hasSize(1);
    }
  }

  @Test
  void close_jobHasEnded_leavesNothing(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      HoldfastLockProvider provider = provider(client);
      taken(provider, job()).unlock();
      provider.close();
      provider.close();

      assertThat(server.keys(JobLockSuite.key("job"))).isEmpty();
      assertThatThrownBy(() -> provider.lock(job()))
          .isInstanceOf(LockException.class)
          .hasMessageContaining("closed");
      assertThat(server.keys(JobLockSuite.key("job"))).isEmpty();
    }
  }

  @Test
  void close_clientFirst_freesTheLockAndTheLogTells(TestServer server) {
    HoldfastClient client = HoldfastClient.connect(server.uri());
    try (HoldfastLockProvider provider = provider(client)) {
      SimpleLock lock = taken(provider, job("job", AT_MOST, AT_LEAST));
      client.close();

      eventually().isTrue("it is told", () -> told("the client was closed").size() == 1);
      assertThat(server.keys(JobLockSuite.key("job"))).isEmpty();
      lock.unlock();
      assertThatThrownBy(() -> provider.lock(job())).isInstanceOf(LockException.class);
    }
  }

  @Test
  void contextCloses_whileAJobRuns_closesTheProviderBeforeTheClient(TestServer server) {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.registerBean("uri", String.class, server::uri);
      context.register(JobApp.Locking.class);
      context.refresh();
      SimpleLock lock = taken(context.getBean(LockProvider.class), job("job", AT_MOST, AT_LEAST));
      context.close();

      assertThat(server.keys("holdfast:lock:*")).hasSize(1);
      lock.unlock();
      assertThat(server.keys("holdfast:lock:*")).hasSize(1);
    }
  }

  // ---- losing

  @Test
  void loss_whileTheJobRuns_isToldOnceAndUnlockIsQuiet(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      HoldfastLockProvider provider = provider(client);
      SimpleLock lock = taken(provider, job());
      assertThat(client.lock("shedlock:test:job").forceUnlock()).isTrue();

      eventually().isTrue("it is told", () -> told("was lost").size() == 1);
      assertThat(told("shedlock:test:job").get(0)).contains("WARN", "released by force");
      lock.unlock();
      assertThatIllegalStateException().isThrownBy(lock::unlock);
      assertThat(told("was lost")).hasSize(1);
    }
  }

  @Test
  void loss_foundByUnlockOnly_isToldByTheLog(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      for (Duration atLeast : List.of(Duration.ZERO, AT_LEAST)) {
        log.reset();
        SimpleLock lock = taken(provider(client), job("job", AT_MOST, atLeast));
        assertThat(server.admin().number("DEL", JobLockSuite.key("job"))).isOne();

        lock.unlock();

        eventually().isTrue("it is told", () -> told("was lost").size() == 1);
        assertThat(server.keys(JobLockSuite.key("job"))).isEmpty();
      }
    }
  }

  @Test
  void unlock_interrupted_keepsTheLeastTimeAndTheFlag(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      SimpleLock lock = taken(provider(client), job("job", AT_MOST, AT_LEAST));
      Thread.currentThread().interrupt(); // as a scheduler does that shuts down
      lock.unlock();

      assertThat(Thread.interrupted()).isTrue();
      assertThat(left(server)).isLessThanOrEqualTo(AT_LEAST);
    }
  }

  // ---- a server that is away

  @Test
  void serverIsAway_isToldByLockExceptionsAndNeverAsTaken(@FreshServer RedisServer server) {
    HoldfastSettings hasty =
        HoldfastSettings.builder().commandTimeout(Duration.ofSeconds(2)).build();
    try (HoldfastClient client = HoldfastClient.connect(hasty, server.uri())) {
      HoldfastLockProvider provider = provider(client);
      SimpleLock staying = taken(provider, job("job", AT_MOST, AT_LEAST));
      SimpleLock running = taken(provider, job("running", AT_MOST, AT_LEAST));
      server.kill();

      assertThatThrownBy(() -> provider.lock(job("another", AT_MOST, Duration.ZERO)))
          .isInstanceOf(LockException.class)
          .hasCauseInstanceOf(LockServerException.class)
          .hasMessageContaining("shedlock:test:another");
      assertThatThrownBy(() -> staying.extend(LONGER, Duration.ZERO))
          .isInstanceOf(LockException.class)
          .hasCauseInstanceOf(LockServerException.class);
      assertThatThrownBy(staying::unlock) // it was not extended, so it is still the one
          .isInstanceOf(LockException.class)
          .hasCauseInstanceOf(LockServerException.class)
          .hasMessageMatching(".* up to 3[56]\\d{5} ms: .*"); // as if it had been extended
      assertThatIllegalStateException().isThrownBy(staying::unlock);
      provider.close();
      assertThat(told("was not told to keep the lock")).hasSize(1);
      running.unlock();
    }
  }

  @Test
  void lock_nameThatNoServerHas_isRefused(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      assertThatThrownBy(() -> provider(client).lock(job("x".repeat(1024), AT_MOST, Duration.ZERO)))
          .isInstanceOf(LockException.class)
          .hasCauseInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void unlock_ofAKindThatCannotBeKept_freesTheLockAndThrows(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      HoldfastLockProvider provider = provider(new ReadWriteLocks(client).reading());
      taken(provider, job()).unlock();
      SimpleLock lock = taken(provider, job("job", AT_MOST, AT_LEAST));

      assertThatThrownBy(lock::unlock)
          .isInstanceOf(LockException.class)
          .hasCauseInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("lockAtLeastFor PT5M");
      assertThatIllegalStateException().isThrownBy(lock::unlock);
      assertThat(client.holds()).isEmpty();
      SimpleLock running = taken(provider, job("job", AT_MOST, AT_LEAST));
      provider.close();
      assertThat(told("until its client is closed")).hasSize(1);
      assertThatThrownBy(running::unlock).isInstanceOf(LockException.class);
      assertThat(client.holds()).isEmpty();
      try (HoldfastLockProvider fixed =
          new HoldfastLockProvider(new ReadWriteLocks(client).reading(), "test", false)) {
        assertThat(fixed.lock(job())).isPresent();
      }
      assertThat(told("until its lease ends, or its client is closed")).hasSize(1);
    }
  }

  @Test
  void unlock_onANetworkThread_endsTheLockAndSaysWhatItCosts(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      HoldfastLockProvider provider = provider(client);
      SimpleLock early = taken(provider, job("job", AT_MOST, AT_LEAST));
      SimpleLock late = taken(provider, job("late", AT_MOST, Duration.ZERO));
      CompletableFuture<Throwable> locking = new CompletableFuture<>();
      CompletableFuture<Throwable> extending = new CompletableFuture<>();
      CompletableFuture<Throwable> unlocking = new CompletableFuture<>();
      onANetworkThread(
          server,
          () -> {
            locking.complete(catchThrowable(() -> provider.lock(job("new", AT_MOST, AT_LEAST))));
            extending.complete(catchThrowable(() -> early.extend(LONGER, Duration.ZERO)));
            unlocking.complete(catchThrowable(early::unlock));
            late.unlock();
          });

      assertThat(locking.join()).isInstanceOf(IllegalStateException.class);
      assertThat(extending.join()).isInstanceOf(IllegalStateException.class);
      assertThat(unlocking.join())
          .isInstanceOf(LockException.class)
          .hasCauseInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not after lockAtLeastFor PT5M");
      eventually().isTrue("both are free", () -> server.keys("holdfast:lock:*").isEmpty());
      assertThat(client.holds()).isEmpty();
    }
  }

  private static void onANetworkThread(TestServer server, Runnable work) throws Exception {
    RedisClient applications = RedisClient.create(server.uri());
    try {
      CompletableFuture<Void> done =
          applications
              .connect()
              .async()
              .blpop(60, "later") // answered below, so that what follows runs on a network thread
              .thenAccept(item -> work.run())
              .toCompletableFuture();
      server.admin().number("RPUSH", "later", "item");
      done.get(60, TimeUnit.SECONDS);
    } finally {
      applications.shutdown();
    }
  }

  // ---- in ShedLock's hands

  @Test
  void executor_jobGoesOnAfterAFailedExtension_returnsItsResult(TestServer server)
      throws Throwable {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        HoldfastLockProvider provider = provider(client)) {
      DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(provider);
      TaskResult<String> result =
          executor.executeWithLock(
              (TaskWithResult<String>)
                  () -> {
                    server.admin().number("DEL", JobLockSuite.key("job"));
                    for (int i = 0; i < 2; i++) {
                      assertThatThrownBy(() -> LockExtender.extendActiveLock(LONGER, Duration.ZERO))
                          .isInstanceOf(LockExtender.LockCanNotBeExtendedException.class);
                    }
                    return "all is done";
                  },
              job());

      assertThat(result.getResult()).isEqualTo("all is done");
    }
  }

  @Test
  void executor_extendsAndNests_asWithOtherProviders(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        HoldfastLockProvider provider = provider(client)) {
      DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(provider);
      List<String> ran = new ArrayList<>();
      executor.executeWithLock(
          (Runnable)
              () -> {
                LockAssert.assertLocked();
                LockExtender.extendActiveLock(LONGER, Duration.ZERO);
                executor.executeWithLock((Runnable) () -> ran.add("nested"), job());
                assertThat(provider.lock(job())).isEmpty();
                ran.add("outer");
              },
          job("job", AT_MOST, AT_LEAST));

      assertThat(ran).containsExactly("nested", "outer");
      assertThat(server.keys(JobLockSuite.key("job"))).isEmpty();
    }
  }

  @Test
  void environments_excludeOnlyThemselves(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      SimpleLock one = taken(new HoldfastLockProvider(client, "one"), job());
      SimpleLock two = taken(new HoldfastLockProvider(client), job());

      assertThat(new HoldfastLockProvider(client, "one").lock(job())).isEmpty();
      assertThat(server.keys("holdfast:lock:*"))
          .containsExactly(
              "holdfast:lock:{shedlock:default:job}", "holdfast:lock:{shedlock:one:job}");
      one.unlock();
      two.unlock();
    }
  }
}
