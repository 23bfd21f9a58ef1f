package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Every request of a pool, broken at every point of its way, and errors that the server answers: no
 * permit is lost or invented, long before a lease ends.
 */
public abstract class PoolServerFaultContract extends PoolFaultSuite
    implements LostAnswerContract, ServerErrorContract {

  private void assertNoneLostOrInvented(Mishap mishap) {
    awaitIdle();
    assertExactly(SIZE, others);
    assertThat(others.inspect().size()).as("%s", mishap).isEqualTo(SIZE);
  }

  @Test
  @DisplayName("failure 5: a release that serves others is broken at every point")
  void close_othersWaitAndItIsBrokenAnywhere_servesThemOnce() throws Exception {
    for (Mishap mishap : Mishap.values()) {
      PermitPool asked = anotherBehindTheProxy();
      Permit all = asked.acquire(SIZE);
      CompletableFuture<Permit> first = queue(others, 3);
      CompletableFuture<Permit> second = queue(others, 2);
      Rule rule = faults().befallsNext(mishap);
      all.close();
      awaitFired(rule);
      Permit three = assertThat(first).as("%s", mishap).succeedsWithin(LIMIT).actual();
      stays(SHORT, "a repeated release gives nothing", () -> !second.isDone() && out() == 3);
      three.close();
      Actor.succeeds(second).close();
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  @DisplayName("failure 8: the connection is cut at every point of extend()")
  void extend_cutAnywhere_losesNothing() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      try (Permit two = asked.acquire(2)) {
        awaitNothingUnderWay();
        Rule rule = faults().befallsNext(mishap);
        boolean isKnown = succeeds(() -> two.extend(Duration.ofSeconds(50)));
        awaitFired(rule);
        assertThat(two.isValid()).as("%s", mishap).isTrue();
        assertThat(out()).isEqualTo(2);
        if (isKnown) {
          assertThat(two.remaining()).isGreaterThan(Duration.ofSeconds(40));
        }
      }
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  @DisplayName("failure 8: the connection is cut at every point of a renewal")
  void renewal_cutAnywhere_isRepeatedInTime() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy(spec().lease(SHORT_LEASE));
      try (Permit two = asked.acquire(2)) {
        awaitNothingUnderWay();
        Rule rule = faults().befallsNext(mishap);
        awaitFired(rule);
        stays(SHORT_LEASE, "kept", () -> two.isValid() && out() == 2);
      }
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  @DisplayName("failure 7: a renewal is answered after its time-out")
  void renewal_answeredTooLate_wasRepeatedInTime() throws Exception {
    PermitPool asked = anotherBehindTheProxy(spec().lease(SHORT_LEASE));
    try (Permit two = asked.acquire(2)) {
      awaitNothingUnderWay();
      Rule late = proxy.when(Command.script()).delayReply(Duration.ofMillis(500));
      awaitFired(late);
      stays(BEYOND_SHORT_LEASE, "kept", () -> two.isValid() && out() == 2);
    }
    assertNoneLostOrInvented(Mishap.ANSWER_LOST);
  }

  @Test
  @DisplayName(
      "failure 52: a waiter leaves, and the connection is cut at every point of that request")
  void cancel_cutAnywhere_leavesNoTicketAndHoldsUpNobody() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      try (Permit three = others.acquire(3)) {
        PermitPool asked = anotherBehindTheProxy();
        CompletableFuture<Permit> large = queue(asked, 2);
        CompletableFuture<Permit> small = queue(others, 1);
        stays(Duration.ofMillis(60), "nothing is under way", () -> true);
        Rule rule = faults().befallsNext(mishap);
        large.cancel(false);
        awaitFired(rule);
        Permit one = assertThat(small).as("%s", mishap).succeedsWithin(LIMIT).actual();
        awaitQueueLength(0);
        one.close();
        assertThat(three.isValid()).isTrue();
      }
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  @DisplayName("failure 3: the connection is cut where the grant of a fixed lease is confirmed")
  void grant_itsConfirmationCutAnywhere_outlivesTheClaim() throws Exception {
    AcquireOptions fixed = AcquireOptions.defaults().lease(Lease.fixed(Duration.ofSeconds(20)));
    // Not where all answers are lost: an unconfirmed grant ends with its claim.
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Permit all = others.acquire(SIZE);
      CompletableFuture<Permit> waiting = queue(asked, 3, fixed);
      stays(Duration.ofMillis(60), "nothing is under way", () -> true);
      Rule rule = faults().befallsNext(mishap);
      all.close();
      Permit three = assertThat(waiting).as("%s", mishap).succeedsWithin(GIVEN_UP).actual();
      awaitFired(rule);
      stays(
          ClientSpec.Pace.QUICK.claimLease().plus(SHORT),
          "longer than the claim",
          () -> three.isValid() && out() == 3);
      three.close();
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  void inspect_cutAnywhere_changesNothing() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Rule rule = faults().befallsNext(mishap);
      boolean unused = succeeds(asked::inspect);
      awaitFired(rule);
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  void resize_cutAnywhere_isOneOfBothAndCanBeRepeated() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Rule rule = faults().befallsNext(mishap);
      boolean isKnown = succeeds(() -> asked.resize(2));
      awaitFired(rule);
      int size = others.inspect().size();
      assertThat(size).as("%s", mishap).isIn(isKnown ? new Object[] {2} : new Object[] {2, SIZE});
      assertExactly(size, others);
      eventually().isTrue("works again", () -> succeeds(() -> asked.resize(SIZE)));
      assertNoneLostOrInvented(mishap);
    }
  }

  @Test
  void reset_cutAnywhere_takesAllOrNone() throws Exception {
    for (Mishap mishap : Mishap.CUTS) {
      PermitPool asked = anotherBehindTheProxy();
      Permit three = others.acquire(3);
      Rule rule = faults().befallsNext(mishap);
      boolean isKnown = succeeds(asked::reset);
      awaitFired(rule);
      assertThat(out()).as("%s", mishap).isIn(isKnown ? new Object[] {0} : new Object[] {0, 3});
      if (out() == 0) {
        eventually().isTrue("told", () -> !three.isValid());
        assertThatThrownBy(three::close).isInstanceOf(IllegalMonitorStateException.class);
      } else {
        three.close();
      }
      assertNoneLostOrInvented(mishap); // if it has ended, the next request begins it again
    }
  }

  @Test
  @DisplayName("failure 32: the server is out of memory while permits are out")
  void permits_serverOutOfMemory_areKeptAndHandedOver() throws Exception {
    Permit all = pool.acquire(SIZE);
    CompletableFuture<Permit> first = queue(others, 3);
    CompletableFuture<Permit> second = queue(others, 1);
    server.maxMemory(1);
    try {
      all.extend(Duration.ofSeconds(40));
      assertThat(all.remaining()).isGreaterThan(Duration.ofSeconds(30));
      all.close();
      assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(LIMIT);
      assertThat(out()).isEqualTo(SIZE);
    } finally {
      server.maxMemory(0);
    }
    closeAll(List.of(first, second));
  }

  @Test
  @DisplayName("failure 32: the server is out of memory, and may need just more permits")
  void resize_serverOutOfMemory_works() throws Exception {
    Permit all = pool.acquire(SIZE);
    CompletableFuture<Permit> waiting = queue(others, 1);
    server.maxMemory(1);
    try {
      pool.resize(SIZE + 1);
      assertThat(waiting).succeedsWithin(LIMIT);
    } finally {
      server.maxMemory(0);
    }
    waiting.join().close();
    all.close();
    pool.resize(SIZE);
  }

  // ---- foreign keys in the pool's place

  private void isToldAndNotTouched(PermitPool foreign) {
    List<TestThreads.Body> calls =
        List.of(
            foreign::tryAcquire,
            foreign::acquire,
            () -> foreign.tryAcquire(1, Duration.ofMinutes(1)));
    for (TestThreads.Body call : calls) {
      assertThatThrownBy(call::run)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("WRONGTYPE");
    }
    assertThat(Actor.failure(foreign.acquireAsync(1, AcquireOptions.defaults())))
        .isInstanceOf(LockServerException.class);
  }

  @Test
  @DisplayName("failure 35: a foreign hash stands where the size would be")
  void key_aForeignHash_isToldAndNotTouched() {
    String key = fixture().keys("foreign").size();
    server.admin().number("HSET", key, "id", "x");
    PermitPool foreign = open(ClientSpec.defaults()).pool("foreign", SIZE);
    isToldAndNotTouched(foreign);
    assertThatThrownBy(foreign::reset).isInstanceOf(LockServerException.class);
    assertThatThrownBy(() -> foreign.resize(2)).isInstanceOf(LockServerException.class);
    assertThat(server.admin().texts("HGETALL", key)).containsExactly("id", "x");
    server.admin().number("DEL", key);
  }

  @Test
  @DisplayName("failure 35: a key of another type stands in the pool's place")
  void keys_ofForeignTypes_areToldAndNotTouched() {
    List<String> keys = fixture().keys("foreign").all();
    for (String key : keys) {
      server.admin().number("RPUSH", key, "x");
      PermitPool foreign = open(ClientSpec.defaults()).pool("foreign", SIZE);
      isToldAndNotTouched(foreign);
      assertThat(server.admin().texts("LRANGE", key, "0", "-1")).containsExactly("x");
      for (String other : keys) {
        assertThat(server.admin().number("EXISTS", other))
            .as("%s, when %s is foreign", other, key)
            .isEqualTo(other.equals(key) ? 1 : 0);
      }
      server.admin().number("DEL", key);
    }
  }
}
