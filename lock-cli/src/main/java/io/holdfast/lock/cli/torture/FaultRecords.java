package io.holdfast.lock.cli.torture;

import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.history.Recording;
import io.holdfast.lock.torture.nemesis.NemesisEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/*
 * What the history has of a fault:
 *
 *   INJECTING      INJECTED                HEALING      HEALED
 *       |===== fault ==================================|            most of them
 *       |== fault ==|                                               all is whole once it is injected
 *       |== fault ==|======= fault-aftermath ==========|            a master that was replaced
 *                                              |  fault-return      an old master that was frozen, a
 *                                                                   worker that was while that serves
 */

/** Tells the history what the nemesis does. Of the nemesis's thread. */
final class FaultRecords {

  /**
   * After these a new master serves while the old one is still away, or not yet its replica: from
   * then on nobody has an excuse for standing still. So what waiters may stand still in all is
   *
   * <ul>
   *   <li>until the new master serves, which is measured: the silence after which a master counts
   *       as down (1 s for Sentinels, 1.5 s in a cluster), and the vote, 3.5 s on a busy machine,
   *       so 5 s, unless a vote has no majority and is repeated;
   *   <li>from then on what every fault leaves them: a lease (2 s), as the new master may have
   *       holds whose end it has not heard of, and a hand-over (6 s; {@link
   *       io.holdfast.lock.torture.check.Bounds}). 13 s together.
   * </ul>
   */
  static final Set<String> REPLACING = Set.of("sentinel-failover", "kill-master", "freeze-master");

  /** These take nothing away from anybody, and all is whole when they are injected. */
  static final Set<String> MOVING = Set.of("cluster-failover", "move-slot", "migrate-slot");

  /**
   * For how long clients may use an old master after they could have heard of the new one. They
   * leave it about a second after {@code SENTINEL FAILOVER}, when the first Sentinel tells them,
   * which is before the fault counts as injected; a busy machine may hold them up.
   */
  static final Duration PARTING = Duration.ofSeconds(3);

  private static final String PLANNED = "sentinel-failover";
  private static final String FROZEN_MASTER = "freeze-master";
  private static final String FROZEN_WORKER = "freeze-worker";

  private final HistoryWriter history;
  private final Map<String, Deque<Recording>> present = new HashMap<>();
  private int plannedOnes; // whose old master may serve still

  FaultRecords(HistoryWriter history) {
    this.history = history;
  }

  private static String aftermath(String fault) {
    return fault + "-aftermath";
  }

  private static String comeback(String fault) {
    return fault + "-return";
  }

  /**
   * Names of those in whose time two masters serve: the old one is not told that it was replaced;
   * or it stood still, and does not know. The old one may also be asked by a worker that stood
   * still.
   */
  static Set<String> forking() {
    return Set.of(PLANNED, comeback(FROZEN_MASTER), comeback(FROZEN_WORKER));
  }

  /** Names of those that are not to keep anybody from a lock any more. */
  static Set<String> overAlready() {
    return Stream.concat(
            REPLACING.stream().map(FaultRecords::aftermath),
            Stream.of(comeback(FROZEN_MASTER), comeback(FROZEN_WORKER)))
        .collect(Collectors.toSet());
  }

  void happened(NemesisEvent event) {
    String key = event.round() + " " + event.fault();
    boolean isReplacing = REPLACING.contains(event.fault());
    switch (event.kind()) {
      case INJECTING -> begin(key, event.fault());
      case INJECTED -> {
        if (isReplacing || MOVING.contains(event.fault())) {
          end(key);
        }
        if (isReplacing) {
          begin(key, aftermath(event.fault()));
          plannedOnes += event.fault().equals(PLANNED) ? 1 : 0;
        }
      }
      case HEALING -> {
        boolean isMaster = event.fault().equals(FROZEN_MASTER);
        if (isMaster || (event.fault().equals(FROZEN_WORKER) && plannedOnes > 0)) {
          history.fault(comeback(event.fault())).ok(Facts.none());
        }
      }
      case INJECT_FAILED -> end(key);
      case HEALED -> {
        end(key);
        plannedOnes -= event.fault().equals(PLANNED) ? 1 : 0;
      }
      default -> {}
    }
  }

  private void begin(String key, String fault) {
    present.computeIfAbsent(key, none -> new ArrayDeque<>()).push(history.fault(fault));
  }

  private void end(String key) {
    Deque<Recording> begun = present.getOrDefault(key, new ArrayDeque<>());
    if (!begun.isEmpty()) {
      begun.pop().ok(Facts.none());
    }
  }
}
