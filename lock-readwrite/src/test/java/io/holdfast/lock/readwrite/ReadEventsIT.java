package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Events and statistics of the read lock; the write lock runs the suites of the plain one. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class ReadEventsIT {

  private final List<String> told = new CopyOnWriteArrayList<>();
  private HoldfastClient client;
  private HoldfastClient other;
  private DistributedLock read;
  private DistributedLock write;
  private DistributedLock theirs;
  private LockStatistics.OfKind numbers;

  private final LockListener listener =
      new LockListener() {
        @Override
        public void acquired(LockEvent event, Duration waited) {
          told.add("acquired " + event.kind().text());
        }

        @Override
        public void released(LockEvent event, Duration held) {
          told.add("released " + event.kind().text());
        }

        @Override
        public void failed(AttemptEvent attempt, Duration waited, Why why) {
          told.add("failed " + why.text() + " " + attempt.kind().text());
        }
      };

  @BeforeEach
  void open(@FreshServer RedisServer server) {
    client =
        HoldfastClient.connect(HoldfastSettings.builder().listener(listener).build(), server.uri());
    other = HoldfastClient.connect(server.uri());
    read = new ReadWriteLocks(client).get("events").readLock();
    write = new ReadWriteLocks(client).get("events").writeLock();
    theirs = new ReadWriteLocks(other).get("events").writeLock();
    numbers = client.statistics().of(LockKind.READ);
  }

  @AfterEach
  void close() {
    client.close();
    other.close();
  }

  private void awaitTold(String... what) {
    eventually().expect("told", () -> List.copyOf(told), all -> all.size() >= what.length);
    assertThat(told).containsExactly(what);
  }

  @Test
  void readers_together_areToldAndCountedOneByOne() throws Exception {
    Hold one = read.acquire();
    Hold two = read.acquire();
    assertThat(numbers.held()).isEqualTo(2);
    one.close();
    two.close();

    awaitTold("acquired read", "acquired read", "released read", "released read");
    eventually().expect("released", numbers::released, count -> count == 2);
    assertThat(numbers.acquired()).isEqualTo(2);
    assertThat(numbers.held()).isZero();
    assertThat(client.statistics().of(LockKind.WRITE).acquired()).isZero();
  }

  @Test
  void attempts_whileAnotherWrites_areHeldTimedOutOrGivenUp() throws Exception {
    theirs.lock();
    assertThat(read.tryLock()).isFalse();
    assertThat(read.tryLock(100, TimeUnit.MILLISECONDS)).isFalse();
    CompletableFuture<Hold> future = read.acquireAsync();
    eventually().expect("waits", numbers::waiting, count -> count == 1);
    future.cancel(false);
    awaitTold("failed held read", "failed timeout read", "failed interrupted read");

    Thread.currentThread().interrupt();
    assertThatThrownBy(read::lockInterruptibly).isInstanceOf(InterruptedException.class);
    assertThat(numbers.failed(LockListener.Why.HELD)).isOne();
    assertThat(numbers.failed(LockListener.Why.TIMEOUT)).isOne();
    assertThat(numbers.failed(LockListener.Why.INTERRUPTED)).isEqualTo(2);
    theirs.unlock();
  }

  @Test
  void attempts_clientIsClosed_areClosed() {
    theirs.lock();
    CompletableFuture<Hold> future = read.acquireAsync();
    eventually().expect("waits", numbers::waiting, count -> count == 1);

    client.close();

    assertThat(future).failsWithin(Duration.ofSeconds(20)); // the callback executor tells it
    assertThatThrownBy(read::lock).isInstanceOf(ClientClosedException.class);
    assertThat(numbers.failed(LockListener.Why.CLOSED)).isEqualTo(2);
    theirs.unlock();
  }

  @Test
  void attempt_serverRefuses_isUnreachable(@FreshServer RedisServer server) {
    try (HoldfastClient mine =
        HoldfastClient.connect(
            HoldfastSettings.builder().listener(listener).build(), server.uri())) {
      server.admin().text("SET", "holdfast:rw:{refused}", "foreign");
      assertThatThrownBy(() -> new ReadWriteLocks(mine).get("refused").readLock().lock())
          .isInstanceOf(LockServerException.class);
      awaitTold("failed unreachable read");
    }
  }

  @Test
  void upgrade_withoutAWait_isHeld() {
    read.lock();
    assertThat(write.tryLock()).isFalse();
    read.unlock();

    awaitTold("acquired read", "failed held write", "released read");
    assertThat(client.statistics().of(LockKind.WRITE).failed(LockListener.Why.HELD)).isOne();
  }
}
