package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The server's clock jumps while clients read, or wait to. */
public abstract class ReaderClockContract extends ReadWriteSuite {

  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private RedisServer server;

  @BeforeEach
  @Override
  void openWorld(@FreshServer(clock = true) TestServer fresh) {
    server = (RedisServer) fresh;
    super.openWorld(fresh);
  }

  @Override
  ClientSpec spec() {
    return ClientSpec.defaults().label("first").lease(LEASE).pace(ClientSpec.Pace.QUICK);
  }

  /** The settings as given: in this suite much is found out by asking again. */
  @Override
  ClientSpec refined(ClientSpec spec) {
    return spec;
  }

  @Test
  @DisplayName("failure 14: the server's clock jumps ahead, beyond the leases of readers")
  void readers_clockAhead_areToldSoonAndTheNextWritersTokenIsHigher() throws Exception {
    Hold hold = read.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);

    server.clock().jump(MINUTE);

    assertThat(others.getReadLockCount()).isZero();
    Hold writer = Actor.succeeds(othersWrite.acquireAsync());
    assertThat(writer.token()).isGreaterThan(hold.token());
    assertThat(loss).succeedsWithin(LIMIT).isEqualTo(LossCause.GONE);
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    assertThat(others.isWriteLocked()).isTrue();
    writer.close();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 14: the server's clock jumps ahead, beyond the lease of one of two readers")
  void reader_clockAheadOfItsLeaseAlone_isToldAndTheOtherReadsOn() throws Exception {
    Hold brief = read.acquire();
    Hold lasting =
        othersRead.acquire(AcquireOptions.defaults().lease(Lease.fixed(MINUTE.multipliedBy(10))));
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    brief.onLost(loss::complete);

    server.clock().jump(MINUTE);

    assertThat(loss).succeedsWithin(LIMIT).isEqualTo(LossCause.GONE); // its renewal revives nothing
    assertThat(others.getReadLockCount()).isOne();
    assertThat(write.tryLock()).isFalse();
    assertThat(lasting.isValid()).isTrue();
    lasting.close();
    assertThatThrownBy(brief::close).isInstanceOf(LeaseLostException.class);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 14: the server's clock jumps ahead while readers and a writer wait")
  void waiters_clockAhead_getIn() {
    Actor holder = holderOf(othersWrite);
    CompletableFuture<Hold> reading = read.acquireAsync();
    awaitQueueLength(1);
    CompletableFuture<Hold> writing = another().writeLock().acquireAsync();
    awaitQueueLength(2);

    server.clock().jump(MINUTE);

    CompletableFuture<?> both =
        CompletableFuture.allOf(reading.thenAccept(this::leave), writing.thenAccept(this::leave));
    Actor.ends(both);
    assertThat(holder.failsIn(othersWrite::unlock)).isInstanceOf(LeaseLostException.class);
    awaitFreeAndUnwanted();
  }

  private void leave(Hold hold) {
    var unused = hold.releaseAsync();
  }

  @Test
  @DisplayName("failure 15: the server's clock is set back under readers")
  void readers_clockSetBack_goOnAndKeepTheWriterOut() throws Exception {
    Hold mine = read.acquire();
    CompletableFuture<Hold> writing = othersWrite.acquireAsync();
    awaitQueueLength(1);

    server.clock().jump(MINUTE.negated());

    stays(LEASE.plusSeconds(1), "it reads", () -> mine.isValid() && !writing.isDone());
    mine.close();
    Hold writer = Actor.succeeds(writing);
    assertThat(writer.token()).isGreaterThan(mine.token());
    writer.close();
    Hold next = Actor.succeeds(read.acquireAsync());
    assertThat(next.token()).isGreaterThanOrEqualTo(writer.token());
    next.close();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 15: the server's clock is set back, and an entry would last too long")
  void forceUnlock_clockSetBackUnderAnEntry_letsAWriterIn() throws Exception {
    Hold hold = read.acquire();
    server.clock().jump(MINUTE.negated());
    eventually()
        .isTrue(
            "it would last",
            () -> others.inspect().readers().get(0).remaining().compareTo(LEASE) > 0);

    assertThat(othersRead.forceUnlock()).isTrue();

    assertThat(Actor.succeeds(othersWrite.acquireAsync())).satisfies(Hold::close);
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    awaitFreeAndUnwanted();
  }
}
