package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.ClientId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What can be taken away from one of its holders alone: for tools of operators, which must not take
 * anything from a holder that they have not shown.
 */
public interface Revocable {

  /**
   * What the server knew of it at one moment.
   *
   * @param holders the holders, in the order in which inspection tells them
   * @param waiting how many wait at the server
   * @param size of how many permits; 0 of a lock, and if nobody has used it yet
   */
  record Standing(List<Held> holders, int waiting, int size) {

    /** Keeps a copy. */
    public Standing {
      holders = List.copyOf(holders);
    }
  }

  /**
   * One acquisition that has the lock, or permits.
   *
   * @param id the acquisition; who knows it can release it, so it is never shown
   * @param clientLabel the label of its client, as in "web-3/4711"
   * @param permits how many it has; 1 of a lock
   * @param remaining how long the server will keep it without hearing from its client
   * @param token as {@link io.holdfast.lock.LockInspection.Holder#token}; empty of permits
   */
  record Held(String id, String clientLabel, int permits, Duration remaining, OptionalLong token) {

    /** Refuses null. */
    public Held {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(clientLabel, "clientLabel");
      Objects.requireNonNull(remaining, "remaining");
      Objects.requireNonNull(token, "token");
    }

    static Held ofLock(Administration.Holder holder) {
      return of(holder, OptionalLong.of(holder.firstToken()));
    }

    /** Of what has no tokens. */
    public static Held ofPermits(Administration.Holder holder) {
      return of(holder, OptionalLong.empty());
    }

    private static Held of(Administration.Holder holder, OptionalLong token) {
      return new Held(
          holder.id(),
          ClientId.labelOf(holder.id()),
          ClientId.permitsOf(holder.id()),
          Duration.ofMillis(Math.max(0, holder.millisLeft())),
          token);
    }
  }

  /** Looks. One round trip. */
  Standing standing();

  /**
   * Takes away what this acquisition has, tells its client, and serves the next. One round trip,
   * which is not repeated.
   *
   * @return false if it has nothing any more; then nothing was taken from anybody
   */
  boolean revoke(Held shown);
}
