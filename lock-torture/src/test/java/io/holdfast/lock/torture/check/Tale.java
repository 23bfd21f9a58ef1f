package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import io.holdfast.lock.torture.register.ResourceReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A history told by hand. Times are milliseconds; every process has one thread, of its number. */
final class Tale {

  static final String LOCK = "orders";

  private final List<Event> events = new ArrayList<>();
  private long operations;
  private long sequence;
  private Bounds bounds =
      Bounds.ofLease(Duration.ofSeconds(1))
          .handOver(Duration.ofMillis(500))
          .answer(Duration.ofMillis(200))
          .longestWait(Duration.ofSeconds(10));
  private final List<ResourceReport> resources = new ArrayList<>();
  private Residue residue = Residue.of(List.of());

  static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  Tale bounds(Bounds other) {
    bounds = other;
    return this;
  }

  Bounds bounds() {
    return bounds;
  }

  Tale resource(ResourceReport report) {
    resources.add(report);
    return this;
  }

  Tale residue(Residue left) {
    residue = left;
    return this;
  }

  private void add(
      long process, long millis, long operation, OperationKind kind, Phase phase, Facts facts) {
    events.add(
        new Event(
            process, process, sequence++, nanos(millis), operation, LOCK, kind, phase, facts));
  }

  /** A call from its invocation to its end. */
  Tale call(
      long process,
      OperationKind kind,
      long from,
      long until,
      Phase outcome,
      Facts before,
      Facts after) {
    long operation = ++operations;
    add(process, from, operation, kind, Phase.INVOKE, before);
    add(process, until, operation, kind, outcome, after);
    return this;
  }

  Tale call(long process, OperationKind kind, long from, long until, Phase outcome, Facts facts) {
    return call(process, kind, from, until, outcome, facts, facts);
  }

  /** A call that never ends. */
  Tale pending(long process, OperationKind kind, long from, Facts facts) {
    add(process, from, ++operations, kind, Phase.INVOKE, facts);
    return this;
  }

  Tale lock(long process, long from, long until, long hold, long token) {
    Facts facts = Facts.ofHold(hold);
    return call(
        process, OperationKind.LOCK, from, until, Phase.OK, facts, facts.token(token).holdCount(1));
  }

  /** With a deadline that long after the call. */
  Tale lease(long process, long from, long until, long hold, long token, long lease) {
    Facts facts = Facts.ofHold(hold);
    return call(
        process,
        OperationKind.LOCK,
        from,
        until,
        Phase.OK,
        facts,
        facts.token(token).holdCount(1).deadlineNanos(nanos(from + lease)));
  }

  Tale unlock(long process, long from, long until, long hold) {
    return call(
        process, OperationKind.UNLOCK, from, until, Phase.OK, Facts.ofHold(hold).holdCount(0));
  }

  Tale read(long process, long from, long until, long hold, long token) {
    Facts facts = Facts.ofHold(hold);
    return call(
        process,
        OperationKind.READ_LOCK,
        from,
        until,
        Phase.OK,
        facts,
        facts.token(token).holdCount(1));
  }

  /** With a deadline that long after the call. */
  Tale readLease(long process, long from, long until, long hold, long token, long lease) {
    Facts facts = Facts.ofHold(hold);
    return call(
        process,
        OperationKind.READ_LOCK,
        from,
        until,
        Phase.OK,
        facts,
        facts.token(token).holdCount(1).deadlineNanos(nanos(from + lease)));
  }

  Tale readUnlock(long process, long from, long until, long hold) {
    return call(
        process, OperationKind.READ_UNLOCK, from, until, Phase.OK, Facts.ofHold(hold).holdCount(0));
  }

  /** A call that is refused, or fails so. */
  Tale fails(long process, OperationKind kind, long from, long until, long hold, String error) {
    Facts facts = Facts.ofHold(hold);
    return call(process, kind, from, until, Phase.FAIL, facts, facts.error(error));
  }

  Tale unlockFails(long process, long from, long until, long hold, String error) {
    Facts facts = Facts.ofHold(hold).holdCount(0);
    return call(process, OperationKind.UNLOCK, from, until, Phase.FAIL, facts, facts.error(error));
  }

  Tale lossTold(long process, long at, long hold) {
    add(
        process,
        at,
        ++operations,
        OperationKind.HOLD,
        Phase.LOST,
        Facts.ofHold(hold).error("EXPIRED"));
    return this;
  }

  Tale believes(long process, long at, long hold, long until) {
    add(
        process,
        at,
        ++operations,
        OperationKind.HOLD,
        Phase.NOTE,
        Facts.ofHold(hold).deadlineNanos(nanos(until)));
    return this;
  }

  /** A sign of life. */
  Tale lives(long process, long at) {
    add(process, at, ++operations, OperationKind.PROCESS, Phase.NOTE, Facts.none());
    return this;
  }

  Tale fault(long from, long until) {
    return call(99, OperationKind.FAULT, from, until, Phase.OK, Facts.none());
  }

  History history() {
    return History.of(events);
  }

  Verdict verdict() {
    return Examination.of(history(), resources, bounds).residue(residue).verdict();
  }
}
