package io.holdfast.shedlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What ShedLock expects of every extensible lock provider, with and without keep-alive. */
@ExtendWith(RedisServerExtension.class)
abstract class JobLockSuite {

  static final Duration AT_MOST = Duration.ofMinutes(10);
  static final Duration AT_LEAST = Duration.ofMinutes(5);
  static final Duration LONGER = Duration.ofHours(1);

  final AtomicLong nanos = new AtomicLong(System.nanoTime()); // the provider's clock
  private final boolean keepAlive;

  TestServer server;
  HoldfastLockProvider provider;
  HoldfastLockProvider other; // of another process, as it were
  private HoldfastClient client;
  private HoldfastClient otherClient;

  JobLockSuite(boolean keepAlive) {
    this.keepAlive = keepAlive;
  }

  @BeforeEach
  void connect(TestServer shared) {
    server = shared;
    client = HoldfastClient.connect(shared.uri());
    otherClient = HoldfastClient.connect(shared.uri());
    provider = new HoldfastLockProvider(client, "test", keepAlive, nanos::get);
    other = new HoldfastLockProvider(otherClient, "test", keepAlive);
  }

  @AfterEach
  void disconnect() {
    client.close();
    otherClient.close();
  }

  static LockConfiguration job(String name, Duration atMost, Duration atLeast) {
    return new LockConfiguration(ClockProvider.now(), name, atMost, atLeast);
  }

  static LockConfiguration job() {
    return job("job", AT_MOST, Duration.ZERO);
  }

  static SimpleLock taken(LockProvider provider, LockConfiguration job) {
    return provider.lock(job).orElseThrow();
  }

  static String key(String name) {
    return "holdfast:lock:{shedlock:test:" + name + "}";
  }

  /** For how long the server keeps the lock. */
  Duration left(String name) {
    return Duration.ofMillis(server.admin().number("PTTL", key(name)));
  }

  /** As if nobody had renewed the lock for the time that the server keeps it. */
  void expire(String name) {
    assertThat(server.admin().number("PEXPIRE", key(name), "1")).isOne();
    eventually().isTrue("it expires", () -> server.keys(key(name)).isEmpty());
  }

  // ---- locking

  @Test
  void lock_free_isTakenForAtMost() {
    SimpleLock lock = taken(provider, job());

    assertThat(left("job")).isBetween(AT_MOST.minusMinutes(2), AT_MOST);
    lock.unlock();
    assertThat(server.keys(key("job"))).isEmpty();
  }

  @Test
  void lock_taken_isEmptyForTheSameThreadAndForOthers() {
    SimpleLock lock = taken(provider, job());

    assertThat(provider.lock(job())).isEmpty();
    assertThat(other.lock(job())).isEmpty();
    lock.unlock();
  }

  @Test
  void lock_twoNames_areIndependent() {
    SimpleLock first = taken(provider, job("first", AT_MOST, Duration.ZERO));
    SimpleLock second = taken(other, job("second", AT_MOST, Duration.ZERO));

    first.unlock();
    assertThat(provider.lock(job("second", AT_MOST, Duration.ZERO))).isEmpty();
    second.unlock();
  }

  @Test
  void lock_afterUnlock_isTakenBySelfAndByOthers() {
    taken(provider, job()).unlock();
    taken(provider, job()).unlock();
    taken(other, job()).unlock();
  }

  @Test
  void lock_silentForItsWholeLease_isFreeForOthers() {
    SimpleLock lock = taken(provider, job());
    expire("job");

    SimpleLock next = taken(other, job());
    lock.unlock(); // takes nothing away
    assertThat(provider.lock(job())).isEmpty();
    next.unlock();
  }

  @Test
  void lock_byManyThreads_neverRunsTwoJobsAtATime() throws Exception {
    assertThat(countUnderTheLock(false)).isEqualTo(4 * 25);
  }

  // ---- the least time

  @Test
  void unlock_insideAtLeast_keepsTheLockForTheRest() {
    SimpleLock lock = taken(provider, job("job", AT_MOST, AT_LEAST));
    nanos.addAndGet(Duration.ofMinutes(2).toNanos());
    lock.unlock();

    assertThat(left("job")).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(3));
    assertThat(provider.lock(job())).isEmpty();
    assertThat(other.lock(job())).isEmpty();
    expire("job");
    taken(other, job()).unlock();
  }

  @Test
  void unlock_afterAtLeast_freesTheLockAtOnce() {
    SimpleLock lock = taken(provider, job("job", AT_MOST, AT_LEAST));
    nanos.addAndGet(AT_LEAST.toNanos());
    lock.unlock();

    taken(other, job()).unlock();
  }

  /** That it is kept until then: see {@link JobHoldTest}. */
  @Test
  void unlock_justBeforeAtLeast_freesTheLockSoonAfter() {
    SimpleLock lock = taken(provider, job("job", AT_MOST, AT_LEAST));
    nanos.addAndGet(AT_LEAST.toNanos() - 1); // less than the shortest time that a server keeps
    lock.unlock();

    eventually().isTrue("it is free after that", () -> other.lock(job()).isPresent());
  }

  @Test
  void lock_configuredLongAgo_staysForAtLeastFromWhenItIsTaken() {
    LockConfiguration old =
        new LockConfiguration(ClockProvider.now().minus(LONGER), "job", AT_MOST, AT_LEAST);
    taken(provider, old).unlock();

    assertThat(left("job")).isBetween(AT_LEAST.minusMinutes(2), AT_LEAST);
  }

  // ---- unlocking and extending once

  @Test
  void unlock_again_throws() {
    SimpleLock lock = taken(provider, job());
    lock.unlock();
    SimpleLock next = taken(provider, job());

    assertThatIllegalStateException().isThrownBy(lock::unlock).withMessageContaining("job");
    assertThat(other.lock(job())).isEmpty();
    next.unlock();
  }

  @Test
  void extend_held_lastsFromNowAndIsAnotherLock() {
    SimpleLock lock = taken(provider, job());
    SimpleLock extended = lock.extend(LONGER, Duration.ZERO).orElseThrow();

    assertThat(left("job")).isBetween(LONGER.minusMinutes(2), LONGER);
    assertThatIllegalStateException().isThrownBy(lock::unlock);
    assertThatIllegalStateException().isThrownBy(() -> lock.extend(LONGER, Duration.ZERO));
    assertThat(other.lock(job())).isEmpty();
    extended.unlock();
    taken(other, job()).unlock();
  }

  @Test
  void extend_twice_lastsFromTheSecondTime() {
    SimpleLock extended =
        taken(provider, job())
            .extend(LONGER, Duration.ZERO)
            .flatMap(lock -> lock.extend(LONGER.multipliedBy(2), Duration.ZERO))
            .orElseThrow();

    assertThat(left("job")).isGreaterThan(LONGER);
    extended.unlock();
    taken(other, job()).unlock();
  }

  @Test
  void extend_unlocked_throws() {
    SimpleLock lock = taken(provider, job());
    lock.unlock();

    assertThatIllegalStateException().isThrownBy(() -> lock.extend(LONGER, Duration.ZERO));
    taken(other, job()).unlock();
  }

  @Test
  void extend_keptByTheServerForAtLeast_throws() {
    SimpleLock lock = taken(provider, job("job", AT_MOST, AT_LEAST));
    lock.unlock();

    assertThatIllegalStateException().isThrownBy(() -> lock.extend(LONGER, Duration.ZERO));
    assertThat(left("job")).isLessThanOrEqualTo(AT_LEAST);
  }

  @Test
  void extend_expired_isEmptyAndTakesNothingAway() {
    SimpleLock lock = taken(provider, job());
    expire("job");
    SimpleLock next = taken(other, job());

    assertThat(lock.extend(LONGER, Duration.ZERO)).isEmpty();
    assertThat(lock.extend(LONGER, Duration.ZERO)).isEmpty();
    lock.unlock(); // of a job that has gone on
    assertThatIllegalStateException().isThrownBy(lock::unlock);
    assertThatIllegalStateException().isThrownBy(() -> lock.extend(LONGER, Duration.ZERO));
    assertThat(left("job")).isBetween(AT_MOST.minusMinutes(2), AT_MOST);
    next.unlock();
  }

  @Test
  void extend_withAnotherLeastTime_replacesTheFirst() {
    SimpleLock lock = taken(provider, job("job", AT_MOST, AT_LEAST));
    nanos.addAndGet(Duration.ofMinutes(4).toNanos());
    lock.extend(LONGER, Duration.ofMinutes(20)).orElseThrow().unlock();
    assertThat(left("job")).isBetween(Duration.ofMinutes(18), Duration.ofMinutes(20));
    expire("job");

    SimpleLock again = taken(provider, job("job", AT_MOST, AT_LEAST));
    again.extend(LONGER, Duration.ZERO).orElseThrow().unlock();
    taken(other, job()).unlock();
  }

  @Test
  void extend_withALeastTimeAboveTheLongest_isRefusedAndTheLockGoesOn() {
    SimpleLock lock = taken(provider, job());

    assertThatIllegalArgumentException().isThrownBy(() -> lock.extend(AT_LEAST, AT_MOST));
    assertThat(other.lock(job())).isEmpty();
    lock.unlock();
  }

  @Test
  void extend_byManyThreads_neverRunsTwoJobsAtATime() throws Exception {
    assertThat(countUnderTheLock(true)).isEqualTo(4 * 25);
  }

  // ---- closing

  @Test
  void close_extendedByLess_keepsTheLockAsLongAsItWasTakenFor() {
    SimpleLock lock = taken(provider, job("job", LONGER, Duration.ZERO));
    SimpleLock extended = lock.extend(Duration.ofMinutes(1), Duration.ZERO).orElseThrow();
    provider.close();

    assertThat(left("job")).isBetween(LONGER.minusMinutes(2), LONGER);
    extended.unlock();
    assertThat(other.lock(job())).isEmpty();
  }

  @Test
  void close_extended_keepsTheLockForTheRestOfTheExtension() {
    assertThat(taken(provider, job()).extend(LONGER, Duration.ZERO)).isPresent();
    nanos.addAndGet(Duration.ofMinutes(20).toNanos());
    provider.close();

    assertThat(left("job")).isBetween(Duration.ofMinutes(38), Duration.ofMinutes(40));
  }

  /** Four threads of two processes count, each up to 25; nothing but the lock guards the number. */
  private int countUnderTheLock(boolean isExtended) throws Exception {
    int[] number = new int[1];
    try (TestThreads threads = TestThreads.open()) {
      for (int i = 0; i < 4; i++) {
        LockProvider mine = i % 2 == 0 ? provider : other;
        threads.start(
            "job-" + i,
            () -> {
              for (int turn = 0; turn < 25; turn++) {
                SimpleLock lock = takenAtLast(mine);
                int read = number[0];
                SimpleLock last =
                    isExtended ? lock.extend(LONGER, Duration.ZERO).orElseThrow() : lock;
                LockSupport.parkNanos(100_000); // long enough for others to read the same
                number[0] = read + 1;
                last.unlock();
              }
            });
      }
      threads.joinAll();
    }
    return number[0];
  }

  private static SimpleLock takenAtLast(LockProvider provider) {
    return eventually()
        .expect("a turn", () -> provider.lock(job()), Optional::isPresent)
        .orElseThrow();
  }
}
