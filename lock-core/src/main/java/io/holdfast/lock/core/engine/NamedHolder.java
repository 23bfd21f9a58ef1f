package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.inbox.InboxMessage;

/**
 * The holder that the answer to a roll call names: one of the roll, another acquisition of this
 * client, or one that nobody here knows. All methods are called with the monitor held, unless said
 * otherwise.
 */
final class NamedHolder {

  private final Engine engine;
  private final Roster roster;
  private final OrphanedHolds orphanedHolds;
  private final Monitor monitor;

  /**
   * None is named yet.
   *
   * @param roster who waits
   * @param orphanedHolds hears of each that nobody here knows
   */
  NamedHolder(Engine engine, Roster roster, OrphanedHolds orphanedHolds, Monitor monitor) {
    this.engine = engine;
    this.roster = roster;
    this.orphanedHolds = orphanedHolds;
    this.monitor = monitor;
  }

  /** The answer names this one. */
  void heardOf(RollCall.Holder holder) {
    InboxMessage.Granted grant = holder.grant();
    Acquisition waiting = roster.find(grant.number());
    if (waiting != null) {
      orphanedHolds.heardOfNone();
      waiting.receiving.rollGranted(grant);
      return;
    }
    orphanedHolds.heardOf(holder.id(), grant.number());
    Acquisition known = engine.acquisitions().get(grant.number());
    if (known != null) {
      monitor.afterwards(() -> tell(known, grant)); // it may have another one
    }
  }

  /**
   * To one that is not of this roll: it asks by itself, or holds. The server sends no message of
   * what this answer says. Without the monitor.
   */
  private static void tell(Acquisition known, InboxMessage.Granted grant) {
    known.granted(grant);
    if (grant.othersWait() && known.isHeld()) {
      known.wanted();
    }
  }
}
