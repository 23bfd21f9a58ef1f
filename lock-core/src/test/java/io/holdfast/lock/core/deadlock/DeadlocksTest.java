package io.holdfast.lock.core.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.deadlock.Deadlocks.Cycle;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeadlocksTest {

  private static final long LONG = 31_000;

  private static LockRef plain(String name) {
    return new LockRef(LockKind.PLAIN, name);
  }

  private static Witness witness(String thread, String waitsFor, String... holds) {
    return witness(
        thread, LONG, 0, plain(waitsFor), Stream.of(holds).map(DeadlocksTest::plain).toList());
  }

  private static Witness witness(
      String thread, long waited, long age, LockRef waitsFor, List<LockRef> holds) {
    return new Witness(
        "app", new BlockedThread(thread, waited, waitsFor, List.of("app~x"), holds), age);
  }

  private static List<Cycle> cycles(Witness... all) {
    return new Deadlocks(List.of(all)).cycles();
  }

  @Test
  void cycles_ofTwoThreadsInOppositeOrders_isOne() {
    assertThat(cycles(witness("one", "b", "a"), witness("two", "a", "b")))
        .singleElement()
        .hasToString(
            "thread 'one' of app waits for lock 'b' held by thread 'two' of app, which waits for"
                + " lock 'a' held by thread 'one' of app");
  }

  @Test
  void cycles_ofManyInARow_isOneOfAll() {
    int many = 20;
    Witness[] all =
        IntStream.range(0, many)
            .mapToObj(i -> witness("t" + i, "l" + (i + 1) % many, "l" + i))
            .toArray(Witness[]::new);

    assertThat(cycles(all))
        .singleElement()
        .satisfies(cycle -> assertThat(cycle.threads()).containsExactly(all));
  }

  @Test
  void cycles_ofAChain_areNone() {
    assertThat(
            cycles(witness("one", "b", "a"), witness("two", "c", "b"), witness("three", "d", "c")))
        .isEmpty();
  }

  /** It waits for one that is in a circle, and is in none. */
  @Test
  void cycles_withAWaiterBeside_doNotNameIt() {
    assertThat(
            cycles(witness("beside", "a", "z"), witness("one", "b", "a"), witness("two", "a", "b")))
        .singleElement()
        .satisfies(
            cycle ->
                assertThat(cycle.threads())
                    .extracting(one -> one.thread().name())
                    .containsExactly("one", "two"));
  }

  @Test
  void cycles_thatAreTwo_areBothFound() {
    assertThat(
            cycles(
                witness("one", "b", "a"),
                witness("two", "a", "b"),
                witness("three", "d", "c"),
                witness("four", "c", "d")))
        .hasSize(2);
  }

  @Test
  void cycles_ofAThreadThatHoldsWhatItWantsByAnotherClient_isOne() {
    assertThat(cycles(witness("one", "a", "a")))
        .singleElement()
        .hasToString("thread 'one' of app waits for lock 'a' held by thread 'one' of app");
  }

  @Test
  void cycles_ofTheTwoSidesOfAReadWriteLock_countAsOneLock() {
    LockRef read = new LockRef(LockKind.READ, "rw");
    LockRef write = new LockRef(LockKind.WRITE, "rw");

    assertThat(
            cycles(
                witness("writer", LONG, 0, write, List.of(plain("a"))),
                witness("reader", LONG, 0, plain("a"), List.of(read))))
        .singleElement()
        .asString()
        .contains("'writer' of app waits for write lock 'rw' held by thread 'reader'");
  }

  @Test
  void cycles_ofLocksOfOneNameAndTwoKinds_areNone() {
    LockRef fair = new LockRef(LockKind.FAIR, "a");

    assertThat(cycles(witness("one", "b", "a"), witness("two", LONG, 0, fair, List.of(plain("b")))))
        .isEmpty();
  }

  /** The second may have begun to wait when the first waited no more. */
  @Test
  void cycles_ofThreadsThatMayNotHaveWaitedAtOnce_areNone() {
    assertThat(
            cycles(
                witness("one", LONG, 15_000, plain("b"), List.of(plain("a"))),
                witness("two", 14_000, 0, plain("a"), List.of(plain("b")))))
        .isEmpty();
    assertThat(
            cycles(
                witness("one", LONG, 15_000, plain("b"), List.of(plain("a"))),
                witness("two", 17_000, 0, plain("a"), List.of(plain("b")))))
        .hasSize(1);
  }

  /** Each of the servers of a quorum tells of it. */
  @Test
  void cycles_ofWhatSeveralServersTell_isOne() {
    List<Witness> told = new ArrayList<>();
    for (int server = 0; server < 5; server++) {
      told.add(witness("one", LONG + server, server, plain("b"), List.of(plain("a"), plain("z"))));
      told.add(witness("two", LONG, server, plain("a"), List.of(plain("b"))));
    }

    assertThat(new Deadlocks(told).cycles()).hasSize(1);
  }
}
