package io.holdfast.lock.semaphore;

import static io.holdfast.lock.semaphore.Neighbourhood.given;
import static io.holdfast.lock.semaphore.Neighbourhood.queue;
import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.Permit;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Neighbours hand a permit on while the server counts the tickets of its earlier holders, or has
 * granted them. When the network breaks, or the permit is lost, all of that comes back, once.
 */
@ExtendWith(RedisServerExtension.class)
class PoolNeighboursFaultIT {

  private static final int SIZE = 3;

  /** Enough for a message to arrive: a waiter let in wrongly would be in. */
  private static final Duration A_WHILE = Duration.ofMillis(400);

  private final List<LossCause> causes = new CopyOnWriteArrayList<>();
  private RedisServer server;
  private FaultProxy proxy;
  private Neighbourhood pool;
  private Permit x;
  private Permit y;
  private Permit z;

  @BeforeEach
  void takeServer(@FreshServer RedisServer fresh) {
    server = fresh;
    proxy = FaultProxy.to(server).seed(1);
  }

  /** All permits are with the other client. */
  private void open(HoldfastSettings.Builder settings) throws InterruptedException {
    pool = new Neighbourhood(server, settings.build(), proxy.uri(), SIZE);
    x = pool.there.acquire();
    y = pool.there.acquire();
    z = pool.there.acquire();
  }

  @AfterEach
  void close() {
    proxy.heal();
    try (FaultProxy closing = proxy;
        Neighbourhood left = pool) {
      left.assertWhole();
    }
  }

  /** The first has its permit from the server; the n-th has had its turn from its neighbours. */
  private Permit handOn(List<CompletableFuture<Permit>> waiting, int n) {
    x.close();
    Permit permit = given(waiting.get(0));
    for (CompletableFuture<Permit> next : waiting.subList(1, n + 1)) {
      permit.close();
      permit = given(next);
    }
    permit.onLost(causes::add);
    return permit;
  }

  /** Another permit is free, and the server grants it to a ticket that neighbours have served. */
  private void grantUnheard() throws InterruptedException {
    long before = proxy.counters().messagesSwallowed();
    int out = pool.out();
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      y.close();
      eventually()
          .isTrue("granted, unheard", () -> proxy.counters().messagesSwallowed() == before + 1);
    }
    assertThat(pool.out()).isEqualTo(out);
  }

  private Rule breakNext(BreakingPoint point) {
    return point.breaks(proxy.when(Command.script()));
  }

  /** Broken requests have been sent again, and are done. */
  private void awaitRepeat(BreakingPoint point, Rule broken, Rule passed) {
    eventually().isTrue("broken", () -> broken.fired() == 1);
    within(Neighbourhood.GIVEN_UP)
        .expect("it has passed", passed::fired, times -> times >= point.passes());
    within(Neighbourhood.GIVEN_UP).passes("behind it on its connection", pool.here::inspect);
  }

  /** Counts the requests that end this acquisition among others, as they pass the proxy. */
  private Rule countEnds(String id) {
    return proxy.when(Command.script().withArgumentContaining(id + ' ').always()).observe();
  }

  private static void stays(Duration time, String what, Runnable check) {
    long start = System.nanoTime();
    eventually()
        .isTrue(
            what,
            () -> {
              check.run();
              return System.nanoTime() - start > time.toNanos();
            });
  }

  // ---- requests are broken

  @ParameterizedTest
  @EnumSource(BreakingPoint.class)
  void release_brokenWithServedTicketsAndGrants_givesThemBackOnce(BreakingPoint point)
      throws Exception {
    open(Neighbourhood.patient());
    List<CompletableFuture<Permit>> waiting = pool.queueHere(4);
    Permit third = handOn(waiting, 2);
    String id = pool.idsHere().get(0);
    grantUnheard(); // to the second, which is done
    third.close();
    Permit last = given(waiting.get(3));
    CompletableFuture<Permit> behind = queue(pool.there, 2);
    assertThat(pool.tickets()).as("two that were served, and the one behind").isEqualTo(3);
    assertThat(pool.out()).isEqualTo(3);
    Rule passed = countEnds(id);
    Rule broken = breakNext(point);

    last.close();

    Permit two = given(behind);
    assertAllOut();
    awaitRepeat(point, broken, passed);
    stays(A_WHILE, "a repeat gives nothing", this::assertAllOut);
    assertThat(two.isValid()).isTrue();
    assertThat(z.isValid()).isTrue();
    two.close();
    z.close();
    assertThat(causes).isEmpty();
  }

  private void assertAllOut() {
    assertThat(pool.out()).isEqualTo(SIZE);
    assertThat(pool.tickets()).isZero();
    assertThat(pool.there.tryAcquire()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(BreakingPoint.class)
  void grantOfAServedTicket_itsGivingBackIsBroken_servesOneMore(BreakingPoint point)
      throws Exception {
    open(Neighbourhood.patient());
    List<CompletableFuture<Permit>> waiting = pool.queueHere(4);
    Permit second = handOn(waiting, 1);
    Rule passed = proxy.when(Command.script().always()).observe();
    Rule broken = breakNext(point);

    y.close(); // grants the ticket of the second

    Permit third = given(waiting.get(2));
    awaitRepeat(point, broken, passed);
    stays(
        A_WHILE,
        "a repeat gives nothing",
        () -> {
          assertThat(pool.out()).isEqualTo(SIZE);
          assertThat(waiting.get(3)).isNotDone();
        });
    assertThat(second.isValid()).isTrue();
    assertThat(third.isValid()).isTrue();
    second.close();
    given(waiting.get(3)).close();
    third.close();
    z.close();
    assertThat(causes).isEmpty();
  }

  // ---- the permit is lost

  @Test
  void permit_goneWhileAServedTicketIsGranted_isToldAndTheGrantComesBack() throws Exception {
    open(Neighbourhood.patient());
    Permit second = handOn(pool.queueHere(2), 1);
    CompletableFuture<Permit> behind = queue(pool.there, 2);
    pool.strike(pool.idsHere().get(0));
    grantUnheard(); // to the second
    assertThat(second.isValid()).as("nobody has looked").isTrue();

    assertThatThrownBy(() -> second.extend(Duration.ofSeconds(90)))
        .isInstanceOf(LeaseLostException.class);

    Permit two = given(behind);
    assertThat(second.isValid()).isFalse();
    eventually().isTrue("told", () -> causes.equals(List.of(LossCause.GONE)));
    assertAllOut();
    two.close();
    z.close();
    assertThat(causes).hasSize(1);
  }

  @Test
  void reset_whileServedTicketsStandAndAreGranted_tellsOnceAndServesTheOthers() throws Exception {
    open(Neighbourhood.patient());
    List<CompletableFuture<Permit>> waiting = pool.queueHere(5);
    Permit third = handOn(waiting, 2);
    grantUnheard(); // to the second; the ticket of the third stands

    assertThat(pool.there.reset()).isTrue();

    Permit fourth = given(waiting.get(3));
    Permit fifth = given(waiting.get(4));
    assertThat(third.isValid()).isFalse();
    eventually().isTrue("told", () -> causes.equals(List.of(LossCause.FORCED)));
    pool.awaitOut(2);
    assertThat(pool.tickets()).isZero();
    assertThat(fourth.isValid() && fifth.isValid()).isTrue();
    assertThatThrownBy(third::close).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(z::close).isInstanceOf(LeaseLostException.class);
    assertThat(pool.out()).isEqualTo(2);
    fourth.close();
    fifth.close();
    assertThat(causes).hasSize(1);
  }

  @Test
  void client_cutOffForLongerThanTheLease_isToldBeforeOthersHaveIt() throws Exception {
    Duration lease = Duration.ofSeconds(3);
    open(
        Neighbourhood.patient()
            .lease(lease)
            .claimLease(Duration.ofSeconds(2))
            .commandTimeout(Duration.ofMillis(300)));
    List<CompletableFuture<Permit>> waiting = pool.queueHere(3);
    Permit second = handOn(waiting, 1);
    CompletableFuture<Permit> behind = queue(pool.there, SIZE);
    ActiveFault cutOff = proxy.blackhole(Connections.all());
    y.close(); // grants the ticket of the second
    z.close(); // and that of the third, which does not hear it

    Permit all = given(behind);

    assertThat(second.isValid()).isFalse();
    eventually().isTrue("told", () -> causes.equals(List.of(LossCause.EXPIRED)));
    assertThat(waiting.get(2)).isNotDone();
    cutOff.heal();
    assertThatThrownBy(second::close).isInstanceOf(LeaseLostException.class);
    stays(A_WHILE, "what is late gives nothing", () -> assertThat(pool.out()).isEqualTo(SIZE));
    assertThat(waiting.get(2)).isNotDone();
    all.close();
    given(waiting.get(2)).close();
    assertThat(causes).hasSize(1);
  }

  /** A served waiter does not ask about its ticket any more: only the release removes it. */
  @Test
  void client_awayForManyLeases_takesTheServedTicketsOutWhenItIsBack() throws Exception {
    Duration lease = Duration.ofSeconds(3);
    open(Neighbourhood.patient().lease(lease));
    Permit third = handOn(pool.queueHere(3), 2);
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      eventually().isTrue("told", () -> causes.equals(List.of(LossCause.EXPIRED)));
      stays(
          lease.plusSeconds(1), "the tickets stand", () -> assertThat(pool.tickets()).isEqualTo(2));
    }
    within(Neighbourhood.GIVEN_UP).isTrue("no ticket", () -> pool.tickets() == 0);
    assertThat(third.isValid()).isFalse();
    y.close();
    z.close();
    assertThat(causes).hasSize(1);
  }
}
