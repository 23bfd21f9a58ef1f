package io.holdfast.lock.torture.check;

import static io.holdfast.lock.torture.check.VerdictAssert.assertClean;
import static io.holdfast.lock.torture.check.VerdictAssert.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FifoCheckTest {

  private final List<Event> events = new ArrayList<>();

  /** Asks at {@code from}, knows its ticket 1 ms later, is served at {@code served}, releases. */
  private FifoCheckTest waiter(long process, long from, long ticket, long served, Phase outcome) {
    Facts facts = Facts.ofHold(process);
    add(process, from, process, OperationKind.LOCK, Phase.INVOKE, facts);
    add(process, from + 1, process, OperationKind.LOCK, Phase.NOTE, facts.ticket(ticket));
    add(process, served, process, OperationKind.LOCK, outcome, facts);
    if (outcome == Phase.OK) {
      add(
          process,
          served + 1,
          process + 100,
          OperationKind.UNLOCK,
          Phase.INVOKE,
          facts.holdCount(0));
      add(process, served + 2, process + 100, OperationKind.UNLOCK, Phase.OK, facts.holdCount(0));
    }
    return this;
  }

  private void add(
      long process, long at, long operation, OperationKind kind, Phase phase, Facts facts) {
    events.add(
        new Event(
            process,
            process,
            events.size(),
            Tale.nanos(at),
            operation,
            Tale.LOCK,
            kind,
            phase,
            facts));
  }

  private Verdict verdict() {
    return Examination.of(History.of(events), List.of(), new Tale().bounds()).verdict();
  }

  @Test
  void queue_servedInOrder_passes() {
    assertClean(
        waiter(1, 0, 1, 10, Phase.OK)
            .waiter(2, 3, 2, 20, Phase.OK)
            .waiter(3, 6, 3, 30, Phase.OK)
            .verdict());
  }

  @Test
  void queue_ticketsTakenAtOnce_mayBeServedEitherWay() {
    assertClean(waiter(1, 0, 2, 20, Phase.OK).waiter(2, 0, 1, 10, Phase.OK).verdict());
  }

  @Test
  void queue_theOneBeforeLeft_passes() {
    assertClean(waiter(1, 0, 1, 40, Phase.FAIL).waiter(2, 3, 2, 20, Phase.OK).verdict());
  }

  @Test
  void queue_overtaken_isCaught() {
    assertOnly(
        waiter(1, 0, 1, 30, Phase.OK).waiter(2, 3, 2, 20, Phase.OK).verdict(),
        Rule.FIFO,
        "ticket 2 was served",
        "before ticket 1");
  }

  @Test
  void queue_laterTicketIsLower_isCaught() {
    assertOnly(
        waiter(1, 0, 5, 10, Phase.OK).waiter(2, 3, 4, 20, Phase.OK).verdict(),
        Rule.FIFO,
        "ticket 5 was known",
        "which is 4");
  }

  // --- by the server's numbers

  /** Asks, and holds for 1 ms; its place is known when it is served, as its token is. */
  private FifoCheckTest turn(long process, long from, long arrival, long served, long token) {
    Facts facts = Facts.ofHold(process);
    Facts holding = facts.token(token).ticket(arrival).holdCount(1);
    add(process, from, process, OperationKind.LOCK, Phase.INVOKE, facts);
    add(process, served, process, OperationKind.LOCK, Phase.OK, holding);
    long unlocking = process + 100;
    add(process, served + 1, unlocking, OperationKind.UNLOCK, Phase.INVOKE, facts.holdCount(0));
    add(process, served + 2, unlocking, OperationKind.UNLOCK, Phase.OK, facts.holdCount(0));
    return this;
  }

  /** One arrives as 101 and another as 102; the later one is served at 1200 ms, the first after. */
  private FifoCheckTest overtaking() {
    return turn(1, 1000, 101, 1300, 210).turn(2, 1001, 102, 1200, 200);
  }

  private FifoCheckTest fault(String name, long from, long until) {
    long operation = 1_000 + from;
    events.add(fault(name, from, operation, Phase.INVOKE));
    events.add(fault(name, until, operation, Phase.OK));
    return this;
  }

  private Event fault(String name, long at, long operation, Phase phase) {
    return new Event(
        99,
        99,
        events.size(),
        Tale.nanos(at),
        operation,
        name,
        OperationKind.FAULT,
        phase,
        Facts.none());
  }

  @Test
  void turns_servedByArrival_pass() {
    Verdict verdict =
        turn(1, 0, 10, 30, 40).turn(2, 1, 11, 50, 60).turn(3, 70, 71, 71, 71).verdict();
    assertClean(verdict);
    assertThat(verdict.statistics().placed()).isEqualTo(3);
    assertThat(verdict.statistics().overtaken()).isZero();
  }

  @Test
  void turns_overtakenThoughBothAskedAtOnce_areCaught() {
    Verdict verdict = overtaking().verdict();
    assertOnly(verdict, Rule.FIFO, "arrived as 101", "arrived as 102");
    assertThat(verdict.statistics().overtaken()).isOne();
    assertThat(verdict.report()).contains("1 holds in order of arrival, but for 1");
  }

  @Test
  void turns_twoOfOneArrival_areCaught() {
    assertOnly(turn(1, 0, 10, 30, 40).turn(2, 1, 10, 50, 60).verdict(), Rule.FIFO, "arrived as 10");
  }

  @Test
  void turns_overtakenByOneThatDidNotWait_areCaught() {
    assertOnly(
        turn(1, 1000, 101, 1300, 210).turn(2, 1001, 102, 1200, 102).verdict(),
        Rule.FIFO,
        "arrived as 101",
        "arrived as 102");
  }

  @Test
  void turns_overtakenByOneThatMayNotHaveLearnedItsPlace_passIfItMayHaveBeenTheFirst() {
    assertClean(
        turn(1, 1000, 101, 1300, 210)
            .turn(2, 1001, 102, 1200, 102)
            .fault("script-flush", 1100, 1150)
            .verdict());
  }

  @Test
  void turns_overtakenByOneThatMayNotHaveLearnedItsPlaceButAskedLater_areCaught() {
    assertOnly(
        turn(1, 1000, 101, 1300, 210)
            .turn(2, 1001, 90, 1050, 102)
            .turn(3, 1100, 103, 1150, 103)
            .fault("script-flush", 1100, 1150)
            .verdict(),
        Rule.FIFO,
        "arrived as 101",
        "arrived as 103");
  }

  @Test
  void turns_overtakenWhileOneMayBeSilent_areExcusedAndCounted() {
    Verdict verdict = overtaking().fault("freeze-worker", 1100, 1150).verdict();
    assertClean(verdict);
    assertThat(verdict.statistics().overtaken()).isOne();
  }

  @Test
  void turns_overtakenShortlyAfterACut_areExcused() {
    assertClean(overtaking().fault("fin", 500, 600).verdict());
  }

  @Test
  void turns_overtakenLongAfterACut_areCaught() {
    assertOnly(overtaking().fault("fin", 300, 400).verdict(), Rule.FIFO, "arrived as 101");
  }

  @Test
  void turns_overtakenBeforeACut_areCaught() {
    assertOnly(overtaking().fault("fin", 1250, 1290).verdict(), Rule.FIFO, "arrived as 101");
  }

  @Test
  void turns_overtakenWhileAnotherIsKilled_areCaught() {
    assertOnly(
        overtaking().fault("kill-worker", 1100, 1150).verdict(), Rule.FIFO, "arrived as 101");
  }

  @Test
  void turns_overtakenOnceWithAndOnceWithoutExcuse_areCaught() {
    assertOnly(
        turn(1, 1000, 101, 1900, 500)
            .turn(2, 1001, 102, 1200, 200)
            .turn(3, 1660, 300, 1700, 400)
            .fault("freeze-worker", 1100, 1150)
            .verdict(),
        Rule.FIFO,
        "arrived as 101",
        "arrived as 300");
  }
}
