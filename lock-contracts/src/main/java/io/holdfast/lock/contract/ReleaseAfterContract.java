package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Holds that end now for their owner, and later at the server. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReleaseAfterContract extends ContractSuite {

  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(200);

  /** Waiters ask again soon: no message tells them that the lock is free. */
  @Override
  ClientSpec refined(ClientSpec spec) {
    return spec.pace(ClientSpec.Pace.QUICK);
  }

  private TestServer server() {
    return fixture().servers().get(0);
  }

  private String holderKey() {
    return fixture().keys(name).get(0);
  }

  private void assertKept(Hold ended) {
    assertThat(ended.isValid()).isFalse();
    assertThat(others.isLocked()).isTrue();
    if (!fixture().servers().isEmpty()) {
      assertThat(server().admin().number("PTTL", holderKey()))
          .isBetween(LONG.minusMinutes(5).toMillis(), LONG.toMillis());
    }
    LockInspection.Holder holder = others.inspect().holder().orElseThrow();
    assertThat(holder.remaining()).isBetween(LONG.minusMinutes(5), LONG);
    assertThat(holder.clientLabel()).isEqualTo("first");
  }

  /** A waiter that was cancelled, and has not left yet, may be given it, and gives it back. */
  private void free() throws InterruptedException {
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("it is free", () -> !others.isLocked());
  }

  @Test
  void releaseAfter_longerThanTheLease_outlastsTheHoldAndItsClient() throws Exception {
    LockClient client = open(ClientSpec.defaults().label("first"));
    DistributedLock view = client.lock(name);
    Hold hold = view.acquire(AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(1))));
    hold.releaseAfter(LONG);
    assertKept(hold);
    hold.close();
    assertKept(hold);
    assertThat(view.tryLock()).isFalse();
    client.close();
    assertKept(hold);
    free();
  }

  /** It would have been renewed, and would outlast this test. */
  @Test
  void releaseAfter_shorterThanTheLease_servesThoseWhoWaitThen() throws Exception {
    AcquireOptions longLease =
        AcquireOptions.defaults().lease(Lease.renewed(Duration.ofMinutes(10)));
    Hold hold = lock.acquire(longLease);
    CompletableFuture<Hold> another = others.acquireAsync();
    eventually().isTrue("it waits", () -> others.inspect().queueLength() == 1);
    CompletableFuture<Hold> neighbour = lock.acquireAsync(longLease);
    long before = System.nanoTime();
    hold.releaseAfter(SHORT);
    Hold next = another.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(next.token()).isGreaterThan(hold.token());
    next.close();
    Hold last = neighbour.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(last.token()).isGreaterThan(next.token());
    last.close();
    awaitFreeAndUnwanted();
  }

  @Test
  void releaseAfter_onlyItsOwnClientWaits_servesThatThen() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<Hold> neighbour = lock.acquireAsync();
    long before = System.nanoTime();
    hold.releaseAfter(SHORT);
    Hold next = neighbour.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(next.token()).isGreaterThan(hold.token());
    next.close();
  }

  /** Even if the request fails: the server may free the lock at any time from then on. */
  @Test
  @DisplayName("failure 165: a hold is closed, or nobody answers, while it is released for later")
  void releaseAfter_requestOnItsWay_nobodyHasTheHold() throws Exception {
    requireServer();
    Hold hold = lock.acquire();
    CompletableFuture<Hold> neighbour = lock.acquireAsync();
    server().admin().text("CLIENT", "PAUSE", Long.toString(LIMIT.toMillis()), "WRITE");
    try {
      var unused = actor("leaver").starts(() -> hold.releaseAfter(LONG));
      eventually().isTrue("it has ended", () -> !hold.isValid());
      hold.close();
      assertThat(neighbour).isNotDone();
    } finally {
      server().admin().text("CLIENT", "UNPAUSE");
    }
    eventually()
        .isTrue("it is left", () -> server().admin().number("PTTL", holderKey()) > 1_800_000);
    assertThat(neighbour).isNotDone();
    neighbour.cancel(false);
    free();
  }

  @Test
  void releaseAfter_whatIsNoHoldAnyMore_isRefused() throws Exception {
    Hold closed = lock.acquire();
    closed.close();
    assertThatThrownBy(() -> closed.releaseAfter(LONG))
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
    Hold lost = lock.acquire();
    assertThat(others.forceUnlock()).isTrue();
    assertThatThrownBy(() -> lost.releaseAfter(LONG)).isInstanceOf(LeaseLostException.class);
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void releaseAfter_holdOfAThread_isRefusedAndStays() {
    lock.lock();
    Hold hold = lock.currentHold().orElseThrow();
    assertThatThrownBy(() -> hold.releaseAfter(LONG))
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("unlock()");
    assertThat(hold.isValid()).isTrue();
    lock.unlock();
  }

  @Test
  void releaseAfter_timeOutOfBounds_isRefusedAndTheHoldStays() throws Exception {
    try (Hold hold = lock.acquire()) {
      for (Duration time : new Duration[] {Duration.ZERO, LONG.negated(), Duration.ofHours(25)}) {
        assertThatThrownBy(() -> hold.releaseAfter(time))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(time.toString());
      }
      assertThat(hold.isValid()).isTrue();
    }
  }

  /**
   * A server that lost its latest writes grants an acquisition that ended long ago: the client
   * looks.
   */
  @Test
  @DisplayName("failure 163: a client ends stray acquisitions, while a lock is to stay taken")
  void releaseAfter_clientLooksForWhatItDoesNotHave_keepsTheLock() throws Exception {
    requireServer();
    Hold hold = lock.acquire();
    String id =
        server().admin().text("TYPE", holderKey()).equals("string")
            ? server().admin().text("GET", holderKey()) // a thin hold: and its token
            : server().admin().text("HGET", holderKey(), "id");
    String client = id.substring(0, id.indexOf(':'));
    hold.releaseAfter(LONG);
    long before = scriptCalls();
    String inbox = holderKey().substring(0, holderKey().indexOf(':')) + ":inbox:" + client;
    String unknown = client + ":999999:5000";
    String queue = fixture().keys(name).get(1);
    String micros = Long.toString(System.currentTimeMillis() * 1000);
    assertThat(server().admin().number("ZADD", queue, micros, unknown, "-" + micros, "#seq"))
        .isPositive();
    assertThat(server().admin().number("EXPIRE", queue, "600")).isOne();
    String grant = "granted %s 1 2 5000 0 0 0 %s".formatted(unknown, holderKey());
    assertThat(server().admin().number("PUBLISH", inbox, grant)).isOne();
    eventually().isTrue("it has ended that", () -> others.inspect().queueLength() == 0);
    assertThat(scriptCalls()).isGreaterThan(before);
    try (Hold other = open(ClientSpec.defaults()).lock(name + "'").acquire()) {
      assertThat(other.isValid()).isTrue(); // earlier requests are done
    }
    assertKept(hold);
    free();
  }
}
