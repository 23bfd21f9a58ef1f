package io.holdfast.lock.torture.nemesis;

import java.util.List;
import java.util.Random;
import java.util.Set;

/** What happens to the users of the servers. */
final class WorkerFaults {

  private static final double LEASES_FROZEN = 1.5;

  private WorkerFaults() {}

  static List<Fault> all() {
    Set<Need> workers = Set.of(Need.WORKERS);
    return List.of(
        new Attack(
            "freeze-worker",
            8,
            Target.WORKER,
            workers,
            LEASES_FROZEN,
            (field, random, length) -> freeze(field, random)),
        new Attack(
            "kill-worker",
            8,
            Target.WORKER,
            workers,
            (field, random, length) -> kill(field, random)));
  }

  private static Healing freeze(Battlefield field, Random random) {
    Worker worker = field.anyWorker(random);
    worker.freeze();
    return Healing.by(worker + " frozen", worker::thaw);
  }

  private static Healing kill(Battlefield field, Random random) {
    Worker worker = field.anyWorker(random);
    String who = worker.toString();
    worker.kill();
    return Healing.by(who + " killed", worker::restart);
  }
}
