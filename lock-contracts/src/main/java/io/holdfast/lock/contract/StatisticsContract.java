package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener.Why;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events are counted, with a listener and without one. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class StatisticsContract extends ContractSuite {

  private LockClient client;
  private DistributedLock counted;
  private LockStatistics.OfKind numbers;

  @BeforeEach
  void openCounted() {
    use(ClientSpec.defaults());
  }

  private void use(ClientSpec spec) {
    client = open(spec);
    counted = client.lock(name);
    numbers = client.statistics().of(fixture().kind());
  }

  private void awaitReleased(long count) {
    eventually().expect("released", numbers::released, released -> released == count);
  }

  @Test
  void turns_areCounted() throws Exception {
    turn();
    use(ClientSpec.defaults().listener(new Listening()));
    turn();
  }

  private void turn() throws Exception {
    counted.lock();
    counted.lock(); // a re-entry does not count
    assertThat(numbers.held()).isOne();
    counted.unlock();
    counted.unlock();
    Hold hold = counted.acquire();
    hold.close();
    counted.acquireAsync().get().close();

    awaitReleased(3);
    assertThat(numbers.acquired()).isEqualTo(3);
    assertThat(numbers.passedOn()).isZero();
    assertThat(numbers.held()).isZero();
    assertThat(numbers.waiting()).isZero();
    for (LockKind other : LockKind.values()) {
      if (other != fixture().kind()) {
        assertThat(client.statistics().of(other).acquired()).as("of %s", other).isZero();
      }
    }
    assertThat(client.statistics().droppedEvents()).isZero();
  }

  @Test
  void waiters_areCountedWhileTheyWait() {
    Actor alice = holderOf(counted);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(counted::lock);
    eventually().expect("bob waits", numbers::waiting, count -> count == 1);
    CompletableFuture<Hold> future = counted.acquireAsync();
    eventually().expect("both wait", numbers::waiting, count -> count == 2);
    assertThat(numbers.held()).isOne();

    alice.does(counted::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    bob.does(counted::unlock);
    Actor.succeeds(future).close();

    eventually()
        .expect(
            "three holds have ended",
            () -> numbers.passedOn() + numbers.released(),
            ended -> ended == 3);
    if (fixture().passesOn()) {
      assertThat(numbers.passedOn()).isPositive();
    }
    assertThat(numbers.acquired()).isEqualTo(3);
    assertThat(numbers.held()).isZero();
    assertThat(numbers.waiting()).isZero();
  }

  @Test
  void losses_areCountedByCause() throws Exception {
    Hold forced = counted.acquire();
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("lost", () -> !forced.isValid());
    assertThatThrownBy(forced::close).isInstanceOf(LeaseLostException.class);
    Hold gone = counted.acquire();
    String key = fixture().keys(name).get(0);
    fixture().servers().forEach(server -> server.admin().number("DEL", key));
    assertThatThrownBy(gone::close).isInstanceOf(LeaseLostException.class);
    counted.acquire();
    client.close();

    for (LossCause cause : LossCause.values()) {
      boolean isExpected =
          List.of(LossCause.FORCED, LossCause.GONE, LossCause.CLIENT_CLOSED).contains(cause);
      assertThat(numbers.lost(cause)).as("%s", cause).isEqualTo(isExpected ? 1 : 0);
    }
    assertThat(numbers.acquired()).isEqualTo(3);
    assertThat(numbers.released()).isZero();
    assertThat(numbers.held()).isZero();
  }

  @Test
  void renewals_areCounted() throws Exception {
    use(ClientSpec.defaults().lease(SHORT_LEASE));
    Hold hold = counted.acquire();
    eventually().expect("renewed", numbers::renewed, count -> count >= 2);
    hold.close();
  }

  @Test
  void failures_areCountedByReason() throws Exception {
    Actor alice = holderOf(others);
    assertThat(counted.tryLock()).isFalse();
    assertThat(counted.tryLock(100, TimeUnit.MILLISECONDS)).isFalse();
    CompletableFuture<Hold> cancelled = counted.acquireAsync();
    awaitQueueLength(1);
    cancelled.cancel(false);
    client.close();
    assertThatThrownBy(counted::lock).isInstanceOf(RuntimeException.class);

    assertThat(numbers.failed(Why.HELD)).isOne();
    assertThat(numbers.failed(Why.TIMEOUT)).isOne();
    assertThat(numbers.failed(Why.INTERRUPTED)).isOne();
    assertThat(numbers.failed(Why.CLOSED)).isOne();
    assertThat(numbers.failed(Why.UNREACHABLE)).isZero();
    assertThat(numbers.acquired()).isZero();
    assertThat(numbers.waiting()).isZero();
    alice.does(others::unlock);
  }
}
