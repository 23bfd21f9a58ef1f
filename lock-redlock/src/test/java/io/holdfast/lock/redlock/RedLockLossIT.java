package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A hold ends when it has lost its majority, and not before. */
class RedLockLossIT extends RedLockSuite {

  private Masters five;
  private Quorums quorum;

  @BeforeEach
  void start(@FreshServer Masters masters) {
    five = masters;
    quorum = open(five.uris());
  }

  private Hold held(Lease lease) throws InterruptedException {
    return heldByAll(quorum, five, AcquireOptions.defaults().lease(lease));
  }

  /** How a hold was lost, and when, by {@link System#nanoTime}. */
  private record Loss(LossCause cause, long atNanos) {}

  private static CompletableFuture<Loss> lossOf(Hold hold) {
    CompletableFuture<Loss> loss = new CompletableFuture<>();
    hold.onLost(cause -> loss.complete(new Loss(cause, System.nanoTime())));
    return loss;
  }

  private static Loss await(CompletableFuture<Loss> loss, Duration limit) throws Exception {
    return loss.get(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  static Stream<Lease> leases() {
    return Stream.of(Lease.fixed(Duration.ofSeconds(5)), Lease.renewed(Duration.ofSeconds(4)));
  }

  private static long lengthOf(Lease lease) {
    return lease instanceof Lease.Renewed renewed
        ? renewed.length().orElseThrow().toNanos()
        : ((Lease.Fixed) lease).length().toNanos();
  }

  @DisplayName("failure 49: a minority renews")
  @ParameterizedTest
  @MethodSource("leases")
  void hold_threeNodesKilled_isLostWhenItsValidityEnds(Lease lease) throws Exception {
    Hold hold = held(lease);
    CompletableFuture<Loss> loss = lossOf(hold);
    List.of(0, 2, 4).forEach(index -> five.server(index).kill());
    long validUntil = System.nanoTime();
    long killed = validUntil;
    while (hold.isValid()) {
      // An answer in flight may still extend it; but a question of now has no majority.
      validUntil = Math.max(validUntil, System.nanoTime() + hold.remaining().toNanos());
      long askedNanos = validUntil - lengthOf(lease);
      assertThat(askedNanos - killed).as("what was asked later does not count").isNotPositive();
      LockSupport.parkNanos(1_000_000);
    }
    Loss told = await(loss, SOON);
    assertThat(told.cause()).isEqualTo(LossCause.EXPIRED);
    assertThat(quorum.locks().get(NAME).isHeldByCurrentThread()).isFalse();
    awaitFree(SOON, five.server(1), NAME);
    awaitFree(SOON, five.server(3), NAME);
  }

  @Test
  @DisplayName("failure 49: a minority answers renewals")
  void hold_threeNodesFrozen_isLostWhenItsValidityEnds() throws Exception {
    Duration lease = Duration.ofSeconds(4);
    Hold hold = held(Lease.renewed(lease));
    CompletableFuture<Loss> loss = lossOf(hold);
    List.of(0, 2, 4).forEach(index -> five.server(index).freeze());
    Loss told = await(loss, lease.plus(SOON));
    assertThat(told.cause()).isEqualTo(LossCause.EXPIRED);
    List.of(0, 2, 4).forEach(index -> five.server(index).thaw());
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }

  @Test
  void hold_threeNodesRestartedEmpty_isLostAtTheNextRenewal() throws Exception {
    Duration lease = Duration.ofSeconds(15);
    Hold hold = held(Lease.renewed(lease));
    CompletableFuture<Loss> loss = lossOf(hold);
    List.of(0, 2, 4).forEach(index -> five.server(index).kill());
    List.of(0, 2, 4).forEach(index -> five.server(index).restartEmpty());
    Loss told = await(loss, lease);
    assertThat(told.cause()).isEqualTo(LossCause.GONE);
    assertThat(hold.isValid()).isFalse();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }

  /** Or it would be kept from others when this one is over, or even dead. */
  @Test
  void hold_nodeLostAFixedLease_isAskedForWhatIsLeftOfIt() throws Exception {
    Duration lease = Duration.ofMinutes(2);
    Hold hold = held(Lease.fixed(lease));
    LuaScript acquire = QuorumParts.SCRIPTS.acquire();
    Command vote = Command.script(acquire.text(), acquire.sha1());
    String millis = Long.toString(lease.toMillis());
    Rule votes = five.proxy(2).when(vote.always()).observe();
    Rule votesInFull = five.proxy(2).when(vote.withArgument(millis).always()).observe();
    five.server(2).restartEmpty();
    within(SOON)
        .isTrue(
            "topped up",
            () -> {
              hold.extend(Duration.ofSeconds(2)); // asks, and shortens nothing
              return isHeldAt(five.server(2), NAME);
            });
    assertThat(votes.fired()).isPositive();
    assertThat(votesInFull.fired()).isZero();
    hold.close();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }

  @Test
  void hold_twoNodesRestartedEmpty_isKeptAndToppedUp() throws Exception {
    Duration lease = Duration.ofSeconds(3);
    Hold hold = held(Lease.renewed(lease));
    CompletableFuture<Loss> loss = lossOf(hold);
    long token = hold.token();
    Quorums others = open(five.uris());
    five.server(0).restartEmpty();
    five.server(2).restartEmpty();
    awaitHeld(SOON, five.server(0), NAME);
    awaitHeld(SOON, five.server(2), NAME);
    // The topped-up nodes count: now others may fail.
    five.server(1).kill();
    five.server(3).kill();
    long killed = System.nanoTime();
    within(SOON)
        .isTrue(
            "longer than any lease before",
            () -> System.nanoTime() - killed > lease.plusSeconds(1).toNanos());
    assertThat(loss).isNotDone();
    assertThat(hold.isValid()).isTrue();
    assertThat(hold.token()).isEqualTo(token);
    assertThat(others.locks().get(NAME).isLocked()).isTrue();
    hold.close();
    for (int i : List.of(0, 2, 4)) {
      awaitFree(SOON, five.server(i), NAME);
    }
    try (Hold next = others.locks().get(NAME).acquire()) {
      assertThat(next.token()).isGreaterThan(token);
    }
  }
}
