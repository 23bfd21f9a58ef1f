package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The readers of a client share one entry at the server, and need no network for more of them. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class SharedEntryContract extends ReadWriteSuite {

  private static final int MANY = 10_000;
  private static final Duration END = Duration.ofMinutes(1);

  /** The requests that a client may send while its readers come and go: renewals, a question. */
  private static final int FEW = 10;

  /** The number of members or fields in the key of the readers. */
  private long entries() {
    long sum = 0;
    for (TestServer server : fixture().servers()) {
      String key = fixture().keys(name).readers();
      String type = server.admin().text("TYPE", key);
      sum +=
          switch (type) {
            case "none" -> 0;
            case "zset" -> server.admin().number("ZCARD", key);
            case "hash" -> server.admin().number("HLEN", key);
            case "set" -> server.admin().number("SCARD", key);
            default -> throw new AssertionError("readers in a " + type);
          };
    }
    return sum;
  }

  @Test
  void readers_tenThousandOfOneClient_areOneEntry() {
    Hold first = Actor.succeeds(read.acquireAsync());
    long before = scriptCalls();
    List<CompletableFuture<Hold>> reading = new ArrayList<>();
    for (int i = 1; i < MANY; i++) {
      reading.add(read.acquireAsync());
    }
    List<Hold> holds = new ArrayList<>(List.of(first));
    reading.forEach(each -> holds.add(Actor.succeeds(each)));

    assertThat(holds).hasSize(MANY).allMatch(Hold::isValid);
    assertThat(others.getReadLockCount()).isOne();
    assertThat(entries()).isOne();
    assertThat(scriptCalls() - before).as("script calls").isLessThan(FEW);
    assertThat(othersWrite.tryLock()).isFalse();

    for (Hold hold : holds.subList(1, MANY)) {
      hold.close();
    }
    assertThat(others.getReadLockCount()).isOne();
    assertThat(entries()).isOne();
    assertThat(othersWrite.tryLock()).isFalse();
    assertThat(scriptCalls() - before).as("script calls").isLessThan(2 * FEW);
    first.close();
    within(END).isTrue("the entry is gone", () -> entries() == 0);
    awaitFreeAndUnwanted();
  }

  @Test
  void readers_threadsThatComeAndGoWhileOneReads_needNoNetwork() {
    Actor reader = holderOf(read);
    long before = scriptCalls();
    List<CompletableFuture<?>> visits = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      visits.add(actor("visitor").starts(this::comeAndGo));
    }
    visits.forEach(Actor::ends);
    assertThat(scriptCalls() - before).as("script calls").isLessThan(FEW);
    assertThat(others.getReadLockCount()).isOne();
    assertThat(reader.says(pair::getReadHoldCount)).isOne();
    reader.does(read::unlock);
  }

  private void comeAndGo() {
    for (int i = 0; i < 1_000; i++) {
      read.lock();
      read.unlock();
    }
  }

  @Test
  void readers_ofThreeClients_areThreeEntries() {
    List<Hold> holds = new ArrayList<>();
    var third = another().readLock();
    for (int i = 0; i < 5; i++) {
      holds.add(Actor.succeeds(read.acquireAsync()));
      holds.add(Actor.succeeds(othersRead.acquireAsync()));
      holds.add(Actor.succeeds(third.acquireAsync()));
    }
    assertThat(others.getReadLockCount()).isEqualTo(3);
    assertThat(entries()).isEqualTo(3);
    holds.forEach(Hold::close);
    assertThat(entries()).isZero();
  }

  @Test
  void reader_ofFixedLease_hasAnEntryOfItsOwn() throws Exception {
    Hold renewed = read.acquire();
    Hold fixed = read.acquire(leased(Lease.fixed(Duration.ofMinutes(1))));
    Hold capped = read.acquire(leased(Lease.renewed().atMost(Duration.ofMinutes(1))));
    assertThat(others.getReadLockCount()).isEqualTo(3);
    assertThat(entries()).isEqualTo(3);

    fixed.close();
    assertThat(entries()).isEqualTo(2);
    assertThat(renewed.isValid()).isTrue();
    assertThat(capped.isValid()).isTrue();
    renewed.close();
    assertThat(entries()).isOne();
    assertThat(othersWrite.tryLock()).isFalse();
    capped.close();
    awaitFreeAndUnwanted();
  }

  private static AcquireOptions leased(Lease lease) {
    return AcquireOptions.defaults().lease(lease);
  }

  @Test
  void reader_thatWritesToo_leavesTheReadersOfItsClientOneEntry() {
    Actor owner = holderOf(write);
    owner.does(read::lock);
    assertThat(entries()).isLessThanOrEqualTo(1);
    owner.does(write::unlock);
    assertThat(entries()).isOne();
    Actor reader = holderOf(read);
    assertThat(entries()).isBetween(1L, 2L);

    owner.does(read::unlock);
    assertThat(entries()).isOne();
    assertThat(othersWrite.tryLock()).isFalse();
    reader.does(read::unlock);
    assertThat(entries()).isZero();
  }
}
