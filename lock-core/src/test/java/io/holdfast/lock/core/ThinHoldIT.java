package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds of a lock that has no ledger (docs/protocol.md, Thin holds). */
@ExtendWith(RedisServerExtension.class)
class ThinHoldIT {

  private static final String LOCK = "holdfast:lock:{thin}";
  private static final String QUEUE = "holdfast:lockq:{thin}";
  private static final String COUNTER = "holdfast:seq";

  /** No clock shows it: whatever is above it rises by the counters alone. */
  private static final long FAR = 4_000_000_000_000_000L;

  private RedisServer server;
  private RespClient admin;
  private HoldfastClient one;
  private HoldfastClient two;
  private DistributedLock lock;
  private DistributedLock ofTwo;

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh;
    admin = fresh.admin();
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .lease(Duration.ofMinutes(10))
            .claimLease(Duration.ofMinutes(3))
            .build();
    one = HoldfastClient.connect(settings, fresh.uri());
    two = HoldfastClient.connect(settings, fresh.uri());
    lock = one.lock("thin");
    ofTwo = two.lock("thin");
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
  }

  private CompletableFuture<Hold> waiting(DistributedLock waiter, int length) {
    CompletableFuture<Hold> hold = waiter.acquireAsync();
    eventually().isTrue("queued", () -> lock.inspect().queueLength() == length);
    return hold;
  }

  private static Hold got(CompletableFuture<Hold> hold) throws Exception {
    return hold.get(60, TimeUnit.SECONDS);
  }

  private String typeOf(String key) {
    return admin.text("TYPE", key);
  }

  @Test
  void unlock_nobodyWaited_leavesTheCounterAlone() {
    lock.lock();
    long token = lock.token();
    assertThat(typeOf(LOCK)).isEqualTo("string");
    assertThat(admin.text("GET", LOCK)).endsWith(" " + token);
    assertThat(server.keys("holdfast:*")).containsExactlyInAnyOrder(LOCK, COUNTER);

    lock.unlock();

    assertThat(server.keys("holdfast:*")).containsExactly(COUNTER);
    assertThat(admin.text("GET", COUNTER)).isEqualTo(Long.toString(token));
  }

  @Test
  void inspect_thinHold_showsHolderTokenAndLease() throws Exception {
    try (Hold hold = lock.acquire()) {
      assertThat(ofTwo.inspect().holder().orElseThrow().token()).isEqualTo(hold.token());
      assertThat(ofTwo.tryLock()).isFalse();
      assertThat(typeOf(LOCK)).as("nobody waits").isEqualTo("string");
    }
  }

  /** It has asked for the lock again after its data was lost, say. */
  @Test
  void inspect_thinHoldOfOneThatWaitedForASignal_isNotForeign() {
    admin.command("SET", LOCK, "third~x:7:5000:=now 1700000000000000", "PX", "600000");

    assertThat(lock.inspect().holder().orElseThrow().token()).isEqualTo(1_700_000_000_000_000L);
    assertThat(lock.tryLock()).isFalse();
  }

  @Test
  @DisplayName(
      "failure 133: no clock helps, and tokens rise from holds without a ledger to it and back")
  void tokens_fromThinHoldsToALedgerAndBack_rise() throws Exception {
    admin.command("SET", COUNTER, Long.toString(FAR));
    Hold thin = lock.acquire();
    assertThat(thin.token()).as("of the next block").isEqualTo(FAR + 8);

    CompletableFuture<Hold> next = waiting(ofTwo, 1);
    thin.close();
    Hold granted = got(next);
    assertThat(granted.token()).as("of a new ledger").isGreaterThan(thin.token());
    granted.close();

    Hold alone = lock.acquire();
    assertThat(typeOf(LOCK)).as("nobody waits").isEqualTo("string");
    assertThat(alone.token()).as("beside the ledger").isGreaterThan(granted.token());
    alone.close();
    long before = alone.token();
    alone = lock.acquire(); // its numbers are no longer those that the ledger would draw next
    assertThat(alone.token()).isGreaterThan(before + 1);
    next = waiting(ofTwo, 1);
    alone.close();
    Hold last = got(next);
    assertThat(last.token()).as("of the same ledger").isGreaterThan(alone.token());
    last.close();
    Hold behind = lock.acquire();
    assertThat(behind.token()).isGreaterThan(last.token());
    behind.close();

    assertThat(admin.number("DEL", QUEUE)).as("as if it expired").isOne();
    Hold again = lock.acquire();
    assertThat(typeOf(LOCK)).isEqualTo("string");
    assertThat(again.token()).as("behind the ledger").isGreaterThan(behind.token());
    again.close();
  }

  @Test
  void lock_ledgerAndNobodyWaits_doesNotProlongIt() throws Exception {
    CompletableFuture<Hold> next;
    try (Hold hold = lock.acquire()) {
      next = waiting(ofTwo, 1);
    }
    got(next).close();
    admin.command("EXPIRE", QUEUE, "100");
    lock.lock();
    lock.unlock();
    assertThat(admin.number("TTL", QUEUE)).isLessThanOrEqualTo(100);
  }

  @Test
  @DisplayName("failure 133: somebody comes to wait for a hold without a ledger")
  void waiter_ofAThinHold_findsTheSameHoldInAHash() throws Exception {
    Hold hold = lock.acquire(AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(5))));
    List<String> thin = List.of(admin.text("GET", LOCK).split(" "));

    CompletableFuture<Hold> next = waiting(ofTwo, 1);

    assertThat(admin.texts("HMGET", LOCK, "id", "token", "last"))
        .containsExactly(thin.get(0), thin.get(1), Long.toString(hold.token() + 7));
    assertThat(admin.number("PTTL", LOCK)).isBetween(1L, TimeUnit.MINUTES.toMillis(5));
    hold.close();
    assertThat(got(next).token()).isGreaterThan(hold.token());
    assertThat(typeOf(LOCK)).isEqualTo("hash");
    got(next).close();
    assertThat(server.keys(LOCK)).isEmpty();
  }

  @Test
  @DisplayName("failure 133: somebody came to wait for a hold without a ledger, and has gone")
  void unlock_waiterHasGone_isFree() throws Exception {
    lock.lock();
    assertThat(ofTwo.tryLock(Duration.ofMillis(100).toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    eventually().isTrue("withdrawn", () -> lock.inspect().queueLength() == 0);
    assertThat(typeOf(LOCK)).isEqualTo("hash");

    lock.unlock();

    assertThat(lock.tryLock()).as("at once").isTrue();
    lock.unlock();
    assertThat(server.keys(LOCK)).isEmpty();
  }

  @Test
  @DisplayName("failure 133: the server has lost a hold without a ledger, and another has the lock")
  void unlock_lostAndHeldByAnother_endsNothing() throws Exception {
    lock.lock();
    assertThat(admin.number("DEL", LOCK)).isOne();
    try (Hold other = ofTwo.acquire()) {
      assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
      assertThat(admin.text("GET", LOCK)).endsWith(" " + other.token());
    }
    assertThat(server.keys(LOCK)).isEmpty();
  }

  @Test
  void extend_thinHold_lastsLonger() throws Exception {
    Hold hold = lock.acquire(AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(5))));
    hold.extend(Duration.ofMinutes(20));
    assertThat(admin.number("PTTL", LOCK)).isGreaterThan(TimeUnit.MINUTES.toMillis(15));
    assertThat(typeOf(LOCK)).isEqualTo("string");
    hold.close();
    assertThat(server.keys(LOCK)).isEmpty();
  }

  @Test
  void releaseAfter_thinHold_staysTakenForThatTime() throws Exception {
    Hold hold = lock.acquire();
    hold.releaseAfter(Duration.ofMinutes(7));
    assertThat(admin.number("PTTL", LOCK)).isBetween(1L, TimeUnit.MINUTES.toMillis(7));
    assertThat(admin.text("GET", LOCK)).contains("-:").endsWith(" " + hold.token());
    assertThat(lock.tryLock()).isFalse();
    CompletableFuture<Hold> next = waiting(ofTwo, 1);
    assertThat(admin.text("HGET", LOCK, "token")).isEqualTo(Long.toString(hold.token()));
    assertThat(lock.forceUnlock()).isTrue();
    got(next).close();
  }

  @Test
  void forceUnlock_thinHold_takesItAway() throws Exception {
    Hold hold = lock.acquire();
    assertThat(ofTwo.forceUnlock()).isTrue();
    assertThat(server.keys(LOCK)).isEmpty();
    eventually().isTrue("told", () -> !hold.isValid());
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void tombstone_beginsALedger_tokensRise() throws Exception {
    admin.command("SET", COUNTER, Long.toString(FAR));
    admin.command("ZADD", QUEUE, "-" + System.currentTimeMillis() * 1000, "other:1:5000");
    admin.command("EXPIRE", QUEUE, "600");
    Hold hold = lock.acquire();
    assertThat(hold.token()).isGreaterThan(FAR);
    hold.close();
  }

  @Test
  void threads_ofOneClient_passItOnUntilItsTokensAreUsedUp() throws Exception {
    admin.command("SET", COUNTER, Long.toString(FAR));
    List<CompletableFuture<Hold>> holds = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      holds.add(lock.acquireAsync());
    }
    List<Long> tokens = new ArrayList<>();
    for (CompletableFuture<Hold> next : holds) {
      Hold hold = got(next);
      assertThat(typeOf(LOCK)).isEqualTo(tokens.size() < 8 ? "string" : "hash");
      tokens.add(hold.token());
      hold.close();
    }
    assertThat(tokens).first().isEqualTo(FAR + 8);
    assertThat(tokens).as("each once").doesNotHaveDuplicates().isSorted();
    assertThat(server.keys(LOCK)).isEmpty();
  }

  /** A lock has a ledger then, as if there were no counter; what is there stays. */
  @ParameterizedTest
  @ValueSource(
      strings = {"text", "list", "9223372036854775807", "9007199254740993", "1e300", "0x10"})
  @DisplayName("failure 133: the counter is something else")
  void lock_counterIsForeign_worksAndLeavesItAlone(String type) throws Exception {
    boolean isList = type.equals("list");
    String content = type.equals("text") || isList ? "of somebody else" : type;
    if (!isList) {
      admin.command("SET", COUNTER, content, "EX", "1000");
    } else {
      admin.command("RPUSH", COUNTER, "of somebody else");
      admin.command("EXPIRE", COUNTER, "1000");
    }
    Hold hold = lock.acquire();
    assertThat(typeOf(LOCK)).isEqualTo("hash");
    CompletableFuture<Hold> next = waiting(ofTwo, 1);
    hold.close();
    assertThat(got(next).token()).isGreaterThan(hold.token()).isLessThan(FAR);
    got(next).close();
    assertThat(admin.number("TTL", COUNTER)).isBetween(1L, 1000L);
    assertThat(isList ? admin.text("LPOP", COUNTER) : admin.text("GET", COUNTER))
        .isEqualTo(content);
  }

  @Test
  void counter_manyNames_isOneAndNeverExpires() {
    for (int i = 0; i < 5; i++) {
      DistributedLock another = one.lock("name-" + i);
      another.lock();
      another.unlock();
    }
    assertThat(server.keys("holdfast:*")).containsExactly(COUNTER);
    assertThat(admin.number("TTL", COUNTER)).as("never").isEqualTo(-1);
  }
}
