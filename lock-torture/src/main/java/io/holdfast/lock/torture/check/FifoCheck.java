package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Arrivals.Overtaking;
import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.Operation;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * C4: if the ticket of one was known before another asked, it is the lower one, and the one is
 * served first, unless it left. Among all that were served, by token, the tickets rise. A client
 * that cannot be heard when the server chooses may be passed over: where a fault may have silenced
 * one of the two, nothing is said; that others die, time out or are interrupted is no such fault.
 *
 * <p>Looks only at operations whose tickets are recorded; a lock that promises no order records
 * none.
 */
final class FifoCheck implements Check {

  @Override
  public List<Finding> examine(Evidence evidence) {
    return evidence.locks().stream().flatMap(lock -> examine(evidence, lock).stream()).toList();
  }

  private static List<Finding> examine(Evidence evidence, LockEvidence lock) {
    Findings findings = new Findings(Rule.FIFO);
    List<Operation> queued =
        lock.history().operations().stream()
            .filter(operation -> operation.kind().effect() == Effect.ACQUIRES)
            .filter(operation -> operation.facts().ticket().isPresent())
            .sorted(Comparator.comparingLong(Operation::invokedNanos))
            .toList();
    Ahead ahead = new Ahead();
    for (Operation operation : queued) {
      ahead.learnUntil(operation.invokedNanos());
      judge(operation, ahead, evidence, findings);
      ahead.known.add(operation);
    }
    for (Overtaking overtaking : Arrivals.of(lock, evidence).overtakings()) {
      if (!overtaking.isExcused()) {
        overtaken(overtaking, evidence, findings);
      }
    }
    return findings.toList();
  }

  private static void judge(Operation later, Ahead ahead, Evidence evidence, Findings findings) {
    Operation highest = ahead.highestTicket;
    if (highest != null && ticket(highest) >= ticket(later)) {
      findings.error(
          "Lock '%s': ticket %s was known before another was asked for, which is %s"
              .formatted(later.lock(), ticket(highest), ticket(later)),
          highest.last(),
          later.last());
    }
    Operation last = ahead.lastServed;
    if (later.isOk()
        && last != null
        && servedNanos(last) > servedNanos(later)
        && !maySilence(evidence, later.invokedNanos(), servedNanos(later))) {
      findings.error(
          "Lock '%s': ticket %s was served %s, before ticket %s, which was known %s and served %s"
              .formatted(
                  later.lock(),
                  ticket(later),
                  evidence.times().at(servedNanos(later)),
                  ticket(last),
                  evidence.times().at(knownNanos(last)),
                  evidence.times().at(servedNanos(last))),
          last.last(),
          later.last());
    }
  }

  private static boolean maySilence(Evidence evidence, long from, long until) {
    return evidence
        .faults()
        .except(evidence.bounds().audible())
        .touch(from - evidence.bounds().handOver().toNanos(), until);
  }

  private static void overtaken(Overtaking overtaking, Evidence evidence, Findings findings) {
    Turn first = overtaking.by();
    Turn second = overtaking.overtaken();
    findings.error(
        "Lock '%s': %s arrived as %s, and was served %s after %s, which arrived as %s and was served %s"
            .formatted(
                second.lock(),
                second.who(),
                second.arrival().orElseThrow(),
                evidence.times().at(second.beginNanos()),
                first.who(),
                first.arrival().orElseThrow(),
                evidence.times().at(first.beginNanos())),
        first.begin(),
        second.begin());
  }

  /** Those whose tickets were known by some time. */
  private static final class Ahead {

    private final PriorityQueue<Operation> known =
        new PriorityQueue<>(Comparator.comparingLong(FifoCheck::knownNanos));
    private @Nullable Operation highestTicket;
    private @Nullable Operation lastServed;

    void learnUntil(long nanos) {
      while (!known.isEmpty() && knownNanos(known.element()) < nanos) {
        Operation next = known.remove();
        if (highestTicket == null || ticket(next) > ticket(highestTicket)) {
          highestTicket = next;
        }
        if (next.isOk() // who failed has left, of others nobody knows
            && (lastServed == null || servedNanos(next) > servedNanos(lastServed))) {
          lastServed = next;
        }
      }
    }
  }

  private static long ticket(Operation operation) {
    return operation.facts().ticket().orElseThrow();
  }

  private static long knownNanos(Operation operation) {
    return operation.queued().or(operation::completion).map(Event::nanos).orElse(Long.MAX_VALUE);
  }

  private static long servedNanos(Operation operation) {
    return operation.last().nanos();
  }
}
