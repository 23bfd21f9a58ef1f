package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What happens to holds when renewals fail. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class RenewalFaultContract extends FaultSuite {

  @Override
  ClientSpec spec() {
    return super.spec().lease(time.lease());
  }

  @Test
  @DisplayName("failure 7: a renewal is not answered for less than the lease")
  void hold_renewalsUnansweredForAWhile_isKept() throws Exception {
    try (Hold hold = lock.acquire()) {
      CompletableFuture<LossCause> loss = new CompletableFuture<>();
      hold.onLost(loss::complete);
      for (int i = 0; i < 3; i++) {
        try (ActiveFault mute = proxy.blackhole(Connections.verbs(), Direction.TO_CLIENT)) {
          long before = scriptCalls();
          time.halfALeasePasses(hold);
          eventually().isTrue("it asked for renewal", () -> scriptCalls() > before);
          assertThat(hold.remaining()).as("not renewed").isLessThan(time.halfALease());
        }
        time.awaitRenewed(hold);
      }
      assertThat(hold.isValid()).isTrue();
      assertThat(loss).isNotDone();
      assertThat(others.tryLock()).isFalse();
    }
  }

  @Test
  @DisplayName("failure 7: renewals are not answered for longer than the lease")
  void hold_renewalsUnansweredBeyondTheLease_isLostInTimeAndTold() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);
    Rule swallowed = proxy.when(nextRequest()).holdCommand();
    time.passes(time.halfALease());
    swallowed.awaitFired(LIMIT);
    proxy.blackhole(Connections.all()); // its questions over new connections
    // A caller that looks in time sees it end before the server lets go.
    assertIsOverHereFirst(
        hold::remaining, () -> others.inspect().holder().orElseThrow().remaining());
    if (time.isVirtual()) { // there are minutes left
      stays(A_WHILE, "held while it asks", () -> hold.isValid() && !loss.isDone());
    }
    time.passes(time.halfALease());
    assertThat(loss).succeedsWithin(LIMIT).isEqualTo(LossCause.EXPIRED);
    assertThat(hold.isValid()).isFalse();
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    proxy.heal();
  }

  @Test
  @DisplayName("failure 8: a renewal arrives when another client holds the lock")
  void renewal_arrivesAfterReleaseAndAnothersAcquisition_changesNothing() throws Exception {
    lock.lock();
    Rule late = proxy.when(nextRequest()).holdCommand();
    time.passes(time.halfALease());
    late.awaitFired(LIMIT);
    lock.unlock(); // goes on in the background, over a new connection
    eventually().isTrue("released", () -> !others.isLocked());
    Actor next = actor("next");
    next.does(() -> others.lock(Duration.ofSeconds(20)));
    long token = next.says(others::token);
    String key = fixture().keys(name).get(0);
    server.admin().number("PERSIST", key); // so that any renewal shows
    long before = scriptCalls();

    late.release();

    eventually().isTrue("the late one is executed", () -> scriptCalls() > before);
    assertThat(others.inspect().holder().orElseThrow().token()).isEqualTo(token);
    assertThat(server.admin().number("PTTL", key)).as("it lasts as long as before").isEqualTo(-1);
    next.does(others::unlock);
  }

  @Test
  @DisplayName("failure 9: a renewal finds its key gone")
  void renewal_keyGone_doesNotBringItBack() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);

    server.admin().number("DEL", fixture().keys(name).get(0));
    time.passes(time.halfALease());

    assertThat(loss).succeedsWithin(LIMIT).isEqualTo(LossCause.GONE);
    time.passes(time.halfALease());
    stays(A_WHILE, "nobody holds", () -> !others.isLocked());
  }

  @Test
  @DisplayName("failure 10: the application's callbacks do not return")
  void hold_callbacksBlocked_isRenewedAllTheSame() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    LockClient client = open(spec());
    try (Hold blocked = client.lock(name + "-blocked").acquire();
        Hold hold = client.lock(name).acquire()) {
      CompletableFuture<LossCause> blocks = new CompletableFuture<>();
      blocked.onLost(
          cause -> {
            blocks.complete(cause);
            awaitUninterrupted(release);
          });
      others(name + "-blocked").forceUnlock();
      assertThat(blocks).succeedsWithin(LIMIT).isEqualTo(LossCause.FORCED);
      time.leasesPass(2, hold);
      assertThat(hold.isValid()).isTrue();
      release.countDown();
      assertThatThrownBy(blocked::close).isInstanceOf(LeaseLostException.class);
    } catch (LeaseLostException e) {
      assertThat(e).hasMessageContaining("-blocked");
    }
  }

  private io.holdfast.lock.DistributedLock others(String lockName) {
    return open(ClientSpec.defaults()).lock(lockName);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @DisplayName("failure 11: thousands of holds")
  void holds_thousands_areRenewedInBatches() {
    Duration lease = time.isVirtual() ? time.lease() : Duration.ofSeconds(6);
    LockClient client = open(ClientSpec.defaults().lease(lease).through(proxy.uri()));
    List<Hold> holds = new ArrayList<>();
    for (int i = 0; i < 5000; i += 500) { // answers to all at once would be too late
      List<CompletableFuture<Hold>> asked =
          IntStream.range(i, i + 500)
              .mapToObj(n -> client.lock(name + "-" + n).acquireAsync())
              .toList();
      asked.stream().map(Actor::succeeds).forEach(holds::add);
    }
    long before = scriptCalls();

    Duration most = lease.multipliedBy(3).dividedBy(5);
    for (int i = 0; i < 3; i++) {
      time.passes(lease.dividedBy(2));
      eventually()
          .isTrue(
              "all are renewed",
              () -> holds.stream().allMatch(hold -> hold.remaining().compareTo(most) > 0));
    }

    assertThat(scriptCalls() - before).as("script calls for 5000 holds").isLessThan(500);
    holds.stream().map(Hold::releaseAsync).toList().forEach(Actor::succeeds);
  }

  @Test
  @DisplayName("failure 7: a connection lost at every renewal")
  void hold_connectionCutInsteadOfEveryAnswer_isKeptAsLongAsOneGetsThrough() throws Exception {
    try (Hold hold = lock.acquire()) {
      Rule cuts = proxy.when(nextRequest().sometimes(0.3)).cutInsteadOfReply(Cut.RST);
      for (int i = 1; i <= 3; i++) {
        long fired = cuts.fired();
        for (int renewals = 0; cuts.fired() == fired; renewals++) {
          assertThat(renewals).as("renewals in a row, none of them cut").isLessThan(50);
          time.halfALeasePasses(hold);
          time.awaitRenewed(hold);
        }
      }
      cuts.close();
    }
  }

  @Test
  @DisplayName("failure 35: a renewal finds a foreign key")
  void renewal_keyOfAnotherType_isLostAndDoesNotTouchIt() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);
    String key = fixture().keys(name).get(0);

    server.admin().number("DEL", key);
    server.admin().text("SET", key, "theirs");
    time.passes(time.halfALease());

    assertThat(loss).succeedsWithin(LIMIT).isEqualTo(LossCause.GONE);
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    assertThat(server.admin().text("GET", key)).isEqualTo("theirs");
    assertThat(server.admin().number("PTTL", key)).as("its expiry").isEqualTo(-1);
    server.admin().number("DEL", key);
  }
}
