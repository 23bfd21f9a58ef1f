package io.holdfast.lock.core.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Those that have their turn under an acquisition, without the network: their tickets go with it.
 * Guarded by the gate's monitor.
 */
final class Serving {

  private final Acquisition server;
  private String ids = ""; // of all, each behind a blank
  private List<Acquisition> ghosts = List.of(); // those of them that are SERVED; mostly none

  Serving(Acquisition server) {
    this.server = server;
  }

  /** The ids of all, each behind a blank. */
  String ids() {
    return ids;
  }

  /** The next in line has its turn. Where several hold at a time its ticket stays for a slice. */
  void add(Acquisition next) {
    ids += ' ' + next.id();
    if (server.spec.verbs().severalHold()) {
      if (ghosts.isEmpty()) {
        ghosts = new ArrayList<>();
      }
      ghosts.add(next);
      next.becomeServed(this);
    } else {
      next.forget();
    }
  }

  /** Takes the tickets out of those that are SERVED, and what they were granted meanwhile. */
  void giveBack() {
    if (ghosts.isEmpty()) {
      return;
    }
    String those = ghosts.stream().map(Acquisition::id).collect(Collectors.joining(" "));
    end();
    // None can come back later: they had nothing on its way when they were served.
    AcquireSpec spec = server.spec;
    var unused =
        spec.engine()
            .releases()
            .release(
                spec.end(
                    new Verbs.ReleaseRequest(those, false, Verbs.Debt.NONE), Leaving.FOR_EVER));
  }

  /** The acquisition ends, and what there is of them with it. */
  void end() {
    ghosts.forEach(Acquisition::forget);
    ghosts = List.of();
  }
}
