package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.PoolClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lost messages, mute or cut connections, a server that cannot be reached. */
public abstract class PoolConnectionFaultContract extends PoolFaultSuite
    implements LostMessageContract, ConnectionFaultContract {

  private static final Duration CLAIM = ClientSpec.Pace.QUICK.claimLease();

  /** Clients behind the proxy ask again within this time, also on a slow machine. */
  private static final Duration ASKED_AGAIN = CLAIM.plus(AT_ONCE);

  private final List<LossCause> causes = new CopyOnWriteArrayList<>();

  // ---- messages

  @Test
  @DisplayName("failure 17: the messages of several grants of one release are lost")
  void grants_messagesLost_eachIsHadOnce() throws Exception {
    Permit all = others.acquire(SIZE);
    List<CompletableFuture<Permit>> waiting =
        List.of(queue(pool, 1), queue(anotherBusy(), 2), queue(pool, 1));
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      all.close();
      waiting.forEach(one -> assertThat(one).succeedsWithin(ASKED_AGAIN));
    }
    assertThat(out()).isEqualTo(SIZE);
    assertThat(others.tryAcquire()).isEmpty();
    closeAll(waiting);
  }

  /** The pool of another client behind the proxy, while no permits are free. */
  private PermitPool anotherBusy() {
    return open(spec().label("another")).pool(name, SIZE);
  }

  @Test
  @DisplayName("failure 17: the message of a loss is lost")
  void reset_messageLost_isHeardWhenItIsRenewed() throws Exception {
    PermitPool asked = anotherBehindTheProxy(spec().lease(SHORT_LEASE));
    Permit two = asked.acquire(2);
    two.onLost(causes::add);
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      assertThat(others.reset()).isTrue();
      eventually().isTrue("told", () -> causes.size() == 1);
    }
    assertThat(causes).containsExactly(LossCause.GONE);
    assertThatThrownBy(two::close).isInstanceOf(LeaseLostException.class);
  }

  // ---- silent clients

  @Test
  @DisplayName("failure 54: permits are granted to a client that has gone silent")
  void grant_toOneWhoIsSilent_comesBackWhenItsClaimIsOver() throws Exception {
    Permit all = others.acquire(SIZE);
    long start = System.nanoTime(); // it is heard after this
    CompletableFuture<Permit> silent = queue(pool, 3);
    CompletableFuture<Permit> next = queue(others, SIZE);
    ActiveFault cutOff = proxy.blackhole(Connections.all()); // late: it is not yet dead
    all.close();
    assertThat(next).succeedsWithin(CLAIM.multipliedBy(3).plus(AT_ONCE));
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("not before its claim is over")
        .isGreaterThan(CLAIM.minusMillis(50));
    assertThat(silent).isNotDone();
    cutOff.heal();
    next.join().close();
    assertThat(silent).succeedsWithin(GIVEN_UP);
    silent.join().close();
  }

  @Test
  @DisplayName("failure 60: a holder is cut off for longer than its lease")
  void holder_silent_itsPermitsComeBackWhenItsLeaseEndsAndNotBefore() throws Exception {
    Duration lease = SHORT_LEASE;
    PermitPool asked = anotherBehindTheProxy(spec().lease(lease));
    Permit two = asked.acquire(2);
    two.onLost(causes::add);
    try (Permit mine = others.acquire(1)) {
      CompletableFuture<Permit> waiting = queue(others, 3);
      ActiveFault cutOff = proxy.blackhole(Connections.all());
      long start = System.nanoTime();
      Duration left = others.inspect().holders().get(0).remaining();
      assertIsOverHereFirst(two::remaining, () -> others.inspect().holders().get(0).remaining());
      Permit three = assertThat(waiting).succeedsWithin(lease.plus(AT_ONCE)).actual();
      assertThat(two.isValid()).as("when others have them").isFalse();
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(left.minusMillis(100), left.plus(LIMIT));
      eventually().isTrue("told", () -> causes.equals(List.of(LossCause.EXPIRED)));
      cutOff.heal();
      assertThatThrownBy(two::close).isInstanceOf(LeaseLostException.class);
      stays(SHORT, "it gives nothing back", () -> out() == SIZE);
      three.close();
      assertThat(mine.isValid()).isTrue();
    }
  }

  // ---- the server is away

  @Test
  @DisplayName("failure 73: requests while there is no connection")
  void requests_noConnection_failWithinTheirTime() throws Exception {
    AcquireOptions briefly = AcquireOptions.defaults().waitAtMost(Duration.ofMillis(400));
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      for (TestThreads.Body call :
          List.<TestThreads.Body>of(
              pool::tryAcquire,
              pool::inspect,
              pool::reset,
              () -> pool.resize(2),
              () -> pool.tryAcquire(1, Duration.ofMillis(400)),
              () -> pool.acquire(1, briefly))) {
        long start = System.nanoTime();
        assertThatThrownBy(call::run)
            .isInstanceOf(LockServerException.class)
            .hasMessageContaining(name);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
      }
      assertThat(Actor.failure(pool.acquireAsync(1, briefly)))
          .isInstanceOf(LockServerException.class);
    }
    within(GIVEN_UP).isTrue("works again", () -> succeeds(pool::inspect));
    assertThat(others.inspect().size()).isEqualTo(SIZE);
    awaitIdle();
  }

  @Test
  @DisplayName("failure 6: an untimed wait, and the server stays away")
  void acquire_serverAwayForLong_failsAtTheLimit() throws Exception {
    ClientSpec.Pace impatient =
        new ClientSpec.Pace(CLAIM, Duration.ofMillis(300), Duration.ofMillis(1500));
    PermitPool asked = anotherBehindTheProxy(spec().pace(impatient));
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      long start = System.nanoTime();
      assertThatThrownBy(() -> asked.acquire(2)).isInstanceOf(LockServerException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(1300), LIMIT);
    }
    awaitIdle();
  }

  @Test
  @DisplayName("failure 6: an untimed wait, and the server comes back")
  void acquire_serverAwayForAWhile_waitsForIt() {
    CompletableFuture<Permit> acquiring;
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      acquiring = actor("waiter").begins(() -> pool.acquire(2));
      stays(Duration.ofMillis(400), "waits", () -> !acquiring.isDone());
    }
    assertThat(acquiring).succeedsWithin(GIVEN_UP);
    acquiring.join().close();
  }

  @Test
  void size_comparisonUnanswered_isMadeWithTheNextPermits() throws Exception {
    List<Long> declared = new CopyOnWriteArrayList<>();
    ClientSpec listening =
        spec()
            .listener(
                new LockListener() {
                  @Override
                  public void differs(String poolName, long said, long actual) {
                    declared.add(said);
                  }
                });
    PoolClient client = open(listening);
    PermitPool known = client.pool(name, SIZE);
    known.acquire().close();
    stays(SHORT, "it is as was said", declared::isEmpty);
    PermitPool larger = client.pool(name, 9);
    // It is made as permits are asked for: what is cut is that question, or the comparison, and
    // with
    // one the other.
    var unanswered = proxy.when(Command.script()).cutInsteadOfReply(Cut.RST);
    Permit one = larger.acquire(1, AcquireOptions.defaults().lease(Lease.renewed()));
    awaitFired(unanswered);
    one.close();
    eventually()
        .isTrue(
            "told",
            () -> {
              larger.tryAcquire().ifPresent(Permit::close);
              return declared.equals(List.of(9L));
            });
    stays(SHORT, "told once", () -> declared.equals(List.of(9L)));
  }
}
