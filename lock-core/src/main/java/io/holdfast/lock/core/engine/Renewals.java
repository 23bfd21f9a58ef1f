package io.holdfast.lock.core.engine;

import io.holdfast.lock.RequestEvent;
import io.holdfast.lock.core.jfr.Recorder;
import io.holdfast.lock.core.jfr.RenewalSpan;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.cluster.SlotHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects what one look of the watchdog finds due, and sends it in batches: one script call for up
 * to {@value #BATCH} acquisitions of a kind, in a cluster of one slot. Used by one thread.
 */
public final class Renewals {

  private static final int BATCH = 200;

  private record Group(Verbs verbs, int slot) {}

  private record Due(Acquisition acquisition, Renewal renewal) {}

  private final MonotonicClock clock;
  private final boolean bySlot;
  private final Map<Group, List<Due>> due = new HashMap<>();

  /**
   * Nothing due.
   *
   * @param bySlot whether one call may only name keys of one slot
   */
  public Renewals(MonotonicClock clock, boolean bySlot) {
    this.clock = clock;
    this.bySlot = bySlot;
  }

  void add(Acquisition acquisition, Verbs verbs, Renewal renewal) {
    due.computeIfAbsent(new Group(verbs, slot(renewal.keys())), group -> new ArrayList<>())
        .add(new Due(acquisition, renewal));
  }

  private int slot(LockKeys keys) {
    return bySlot ? SlotHash.getSlot(keys.lockKey()) : 0;
  }

  /** Sends what was collected. */
  public void flush() {
    if (due.isEmpty()) {
      return;
    }
    Map<Group, List<Due>> now = Map.copyOf(due);
    due.clear();
    now.forEach(
        (group, all) -> {
          for (int from = 0; from < all.size(); from += BATCH) {
            send(group.verbs(), all.subList(from, Math.min(all.size(), from + BATCH)));
          }
        });
  }

  private void send(Verbs verbs, List<Due> batch) {
    long sentNanos = clock.nanoTime();
    RenewalSpan span = Recorder.here().renewal();
    verbs.renew(
        batch.stream().map(Due::renewal).toList(),
        outcome -> {
          if (span != null) {
            span.ended(batch.size(), textOf(outcome));
          }
          for (int i = 0; i < batch.size(); i++) {
            int index = i;
            Due one = batch.get(i);
            Outcome<Renewal.Answer> own = outcome.map(answers -> answers.get(index));
            one.acquisition().keeping.renewalAnswered(one.renewal().leaseMillis(), sentNanos, own);
          }
        });
  }

  /** A quorum answers also when too few of its nodes did, and then knows of no hold. */
  static String textOf(Outcome<List<Renewal.Answer>> outcome) {
    if (outcome instanceof Outcome.Answered<List<Renewal.Answer>> answered) {
      return answered.reply().stream().allMatch(Renewal.Answer.UNCERTAIN::equals)
          ? RequestEvent.Outcome.UNKNOWN.text()
          : RequestEvent.Outcome.OK.text();
    }
    return ((Outcome.Failed<?>) outcome).failure().told().text();
  }
}
