package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.engine.Verbs.Debt;
import io.holdfast.lock.core.engine.Verbs.ReleaseRequest;
import java.util.Optional;

/**
 * What is not certain about an acquisition that ends, as far as is known by now: asked each time
 * that its end is sent, and again when it is answered, as it may have gone to another server than
 * what was sent before. Any thread.
 */
interface Doubts {

  /** There are none. */
  Doubts NONE =
      new Doubts() {
        @Override
        public boolean mayArriveLate() {
          return false;
        }

        @Override
        public boolean mayOweSignal() {
          return false;
        }
      };

  /** Whether a request of it may arrive behind its end. */
  boolean mayArriveLate();

  /** Whether a signal of its owner may not have arrived, or may be lost with the server. */
  boolean mayOweSignal();

  /** How it is to be sent now. */
  default ReleaseRequest applyTo(ReleaseRequest releaseRequest) {
    ReleaseRequest mayBeLate = mayArriveLate() ? releaseRequest.withTombstone() : releaseRequest;
    return mayOweSignal() ? mayBeLate.withDebt() : mayBeLate;
  }

  /**
   * How it is to be sent now.
   *
   * @param uncertain whether an earlier request went unanswered: it may arrive behind this one
   */
  default ReleaseRequest applyTo(ReleaseRequest releaseRequest, boolean uncertain) {
    ReleaseRequest certain = applyTo(releaseRequest);
    return uncertain ? certain.withTombstone() : certain;
  }

  /** What is to be sent behind it now that it was answered, as what it said was not so. */
  default Optional<ReleaseRequest> behind(ReleaseRequest sent) {
    boolean owes = sent.debt() != Debt.OWED && mayOweSignal();
    boolean isLate = !sent.tombstone() && mayArriveLate();
    return owes || isLate
        ? Optional.of(new ReleaseRequest(sent.ids(), true, owes ? Debt.OWED : Debt.NONE))
        : Optional.empty();
  }
}
