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
import org.junit.jupiter.api.Timeout;

class DeadlocksTest {

  private static final long NOW = 1_796_061_330_669L;
  private static final long SINCE = NOW - 31_000;

  private static LockRef plain(String name) {
    return new LockRef(LockKind.PLAIN, name);
  }

  private static Witness witness(String thread, String waitsFor, String... holds) {
    return witness(
        thread, SINCE, NOW, plain(waitsFor), Stream.of(holds).map(DeadlocksTest::plain).toList());
  }

  private static Witness witness(
      String thread, long since, long seen, LockRef waitsFor, List<LockRef> holds) {
    return new Witness(
        "app",
        new BlockedThread(thread, since, seen, waitsFor, List.of(thread + "~holder"), holds));
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

  /** It waits for one that is in a cycle, and is in none. */
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

  /** One that has just got what it waited for is not in its own way. */
  @Test
  void cycles_ofAThreadThatHoldsWhatItWants_areNone() {
    assertThat(cycles(witness("one", "a", "a"))).isEmpty();
  }

  @Test
  void cycles_ofThreadsThatAreInSeveral_nameEachThread() {
    assertThat(
            cycles(
                witness("one", "b", "a"),
                witness("two", "a", "b", "c"),
                witness("three", "c", "a"),
                witness("behind", "a")))
        .flatExtracting(Cycle::threads)
        .extracting(one -> one.thread().name())
        .contains("one", "two", "three")
        .doesNotContain("behind");
  }

  /** Within the time-out: each of a long row waits for the next, and all for what many hold. */
  @Test
  @Timeout(30)
  void cycles_ofManyThreads_areFoundSoon() {
    int many = 20_000;
    List<Witness> all = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      all.add(witness("t" + i, "l" + (i + 1), "l" + i, "x" + i, "y" + i));
    }
    for (int i = 0; i < 1000; i++) {
      LockRef read = new LockRef(LockKind.READ, "many");
      all.add(witness("r" + i, SINCE, NOW, plain("l0"), List.of(read)));
      all.add(witness("w" + i, SINCE, NOW, new LockRef(LockKind.WRITE, "many"), List.of()));
    }
    assertThat(new Deadlocks(all).cycles()).isEmpty();

    all.add(witness("last", "l0", "l" + many));

    assertThat(new Deadlocks(all).cycles())
        .singleElement()
        .satisfies(cycle -> assertThat(cycle.threads()).hasSize(many + 1));
  }

  /** Within the time-out: a long row waits for one that is in a cycle. */
  @Test
  @Timeout(30)
  void cycles_withALongRowBehind_areFoundSoon() {
    List<Witness> all = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      all.add(witness("t" + i, "l" + i, "l" + (i + 1)));
    }
    all.add(witness("one", "b", "l0"));
    all.add(witness("two", "l0", "b"));

    assertThat(new Deadlocks(all).cycles())
        .singleElement()
        .satisfies(cycle -> assertThat(cycle.threads()).hasSize(2));
  }

  /** The shortest way back was not there at one moment, and another one was. */
  @Test
  void cycles_ofWhichOneWasThereAndOneWasNot_areTheFirst() {
    LockRef read = new LockRef(LockKind.READ, "rw");
    LockRef write = new LockRef(LockKind.WRITE, "rw");

    assertThat(
            cycles(
                witness("writer", SINCE, NOW, write, List.of(plain("a"))),
                witness("over", SINCE, SINCE + 500, plain("a"), List.of(read)),
                witness("reader", SINCE, NOW, plain("a"), List.of(read))))
        .singleElement()
        .satisfies(
            cycle ->
                assertThat(cycle.threads())
                    .extracting(one -> one.thread().name())
                    .containsExactly("writer", "reader"));
  }

  /** A reader waits for a writer that waits in front of it, who may give up. */
  @Test
  void cycles_ofReaders_areNone() {
    LockRef read = new LockRef(LockKind.READ, "rw");

    assertThat(
            cycles(
                witness("one", SINCE, NOW, read, List.of(plain("a"))),
                witness("two", SINCE, NOW, plain("a"), List.of(read))))
        .isEmpty();
  }

  @Test
  void cycles_ofTheTwoSidesOfAReadWriteLock_countAsOneLock() {
    LockRef read = new LockRef(LockKind.READ, "rw");
    LockRef write = new LockRef(LockKind.WRITE, "rw");

    assertThat(
            cycles(
                witness("writer", SINCE, NOW, write, List.of(plain("a"))),
                witness("reader", SINCE, NOW, plain("a"), List.of(read))))
        .singleElement()
        .asString()
        .contains("'writer' of app waits for write lock 'rw' held by thread 'reader'");
  }

  @Test
  void cycles_ofLocksOfOneNameAndTwoKinds_areNone() {
    LockRef fair = new LockRef(LockKind.FAIR, "a");

    assertThat(
            cycles(witness("one", "b", "a"), witness("two", SINCE, NOW, fair, List.of(plain("b")))))
        .isEmpty();
  }

  /** The second may have begun to wait when the first waited no more. */
  @Test
  void cycles_ofThreadsThatMayNotHaveWaitedAtOnce_areNone() {
    assertThat(
            cycles(
                witness("one", SINCE, NOW - 15_000, plain("b"), List.of(plain("a"))),
                witness("two", NOW - 14_000, NOW, plain("a"), List.of(plain("b")))))
        .isEmpty();
    assertThat(
            cycles(
                witness("one", SINCE, NOW - 15_000, plain("b"), List.of(plain("a"))),
                witness("two", NOW - 17_000, NOW, plain("a"), List.of(plain("b")))))
        .hasSize(1);
  }

  /** Each of the servers of a quorum tells of it. */
  @Test
  void cycles_ofWhatSeveralServersTell_isOne() {
    List<Witness> told = new ArrayList<>();
    for (int server = 0; server < 5; server++) {
      List<LockRef> holds = List.of(plain("a"), plain("z"));
      told.add(witness("one", SINCE + server, NOW - server, plain("b"), holds));
      told.add(witness("two", SINCE, NOW + server, plain("a"), List.of(plain("b"))));
    }

    assertThat(new Deadlocks(told).cycles()).hasSize(1);
    assertThat(
            cycles(
                witness("one", SINCE, SINCE + 500, plain("b"), List.of(plain("a"))),
                witness("one", SINCE, NOW, plain("b"), List.of(plain("a"))),
                witness("two", "a", "b")))
        .as("a server that was cut off tells what was long ago")
        .hasSize(1);
  }

  // ---- whom to ask

  @Test
  void holdersBehind_aChain_areThoseOfAllInIt() {
    Witness one = witness("one", "b", "a");
    Deadlocks known =
        new Deadlocks(List.of(one, witness("two", "c", "b"), witness("beside", "a", "z")));

    assertThat(known.holdersBehind(List.of(one))).containsExactly("one~holder", "two~holder");
  }
}
