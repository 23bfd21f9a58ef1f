package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.torture.client.LockClient;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The wall clock of the server jumps. Leases end early or late, tokens go on rising. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ClockContract extends ClockSuite {

  @Test
  @DisplayName("failure 14: the server's clock jumps ahead, beyond the lease")
  void hold_clockAhead_isToldSoonAndTheNextTokenIsHigher() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);

    server.clock().jump(MINUTE);

    assertThat(others.tryLock()).as("the server has let go").isTrue();
    assertThat(others.token()).isGreaterThan(hold.token());
    assertThat(loss).succeedsWithin(LIMIT).isEqualTo(LossCause.GONE);
    others.unlock();
  }

  @Test
  @DisplayName("failure 14: the server's clock jumps ahead while others wait")
  void waiter_clockAhead_getsTheLock() {
    Actor holder = holderOf(others);
    CompletableFuture<Hold> waiting = lock.acquireAsync();
    awaitQueueLength(1);

    server.clock().jump(MINUTE);

    Actor.succeeds(waiting).close();
    holder.failsIn(others::unlock);
  }

  @Test
  @DisplayName("failure 15: the server's clock is set back")
  void lock_clockSetBack_worksAndTokensRise() throws Exception {
    Hold before = lock.acquire();
    CompletableFuture<Hold> waiting = others.acquireAsync();
    awaitQueueLength(1);

    server.clock().jump(MINUTE.negated());

    stays(LEASE.plusSeconds(1), "held", before::isValid);
    before.close();
    Hold next = Actor.succeeds(waiting);
    assertThat(next.token()).isGreaterThan(before.token());
    next.close();
    long last = next.token();
    for (int i = 0; i < 50; i++) {
      lock.lock();
      assertThat(lock.token()).isGreaterThan(last);
      last = lock.token();
      lock.unlock();
    }
  }

  @Test
  @DisplayName("failure 15: the server's clock is set back under the lease of a dead holder")
  void forceUnlock_clockSetBack_freesWhatWouldLastTooLong() throws Exception {
    LockClient dying = open(spec());
    Hold hold = dying.lock(name).acquire();
    server.clock().jump(MINUTE.negated());

    assertThat(others.inspect().holder().orElseThrow().remaining()).isGreaterThan(LEASE);
    assertThat(others.forceUnlock()).isTrue();

    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.token()).isGreaterThan(hold.token());
    lock.unlock();
  }
}
