package io.holdfast.lock.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.gate.Askers;
import org.junit.jupiter.api.Test;

/** A release serves the next of the server's queue, if it is certain which one that is. */
class FairGateTest {

  private final Askers askers = new Askers(LockKind.FAIR, FairGate::new);

  @Test
  void release_nextIsQueuedHere_isServedWithoutTheServer() {
    Askers.Asker first = askers.next();
    first.isQueued(1);
    Askers.Asker next = askers.next();
    next.isQueued(2);
    first.isGranted(10, 2);

    first.letsGo();
    assertThat(next.isServed()).isTrue();
    assertThat(askers.releases()).isZero();
  }

  @Test
  void release_anotherStillAsksSinceBeforeTheNextDid_isLeftToTheServer() {
    Askers.Asker first = askers.next();
    first.isQueued(1);
    Askers.Asker unanswered = askers.next(); // the server may have numbered it 2
    Askers.Asker next = askers.next();
    next.isQueued(3);
    first.isGranted(10, 3);

    first.letsGo();
    assertThat(next.isServed()).as("before one that came first").isFalse();
    assertThat(askers.releases()).isEqualTo(1);
    assertThat(unanswered.isServed()).isFalse();
  }

  @Test
  void release_anotherAsksSinceTheNextDid_servesTheNext() {
    Askers.Asker first = askers.next();
    first.isQueued(1);
    Askers.Asker next = askers.next();
    Askers.Asker later = askers.next();
    next.isQueued(2);
    first.isGranted(10, 2);

    first.letsGo();
    assertThat(next.isServed()).isTrue();
    assertThat(later.isServed()).isFalse();
  }

  @Test
  void release_aQuestionOfTheNextWentUnanswered_isLeftToTheServer() {
    Askers.Asker next = askers.next();
    next.losesItsAnswer(); // and may yet arrive
    askers.look();
    Askers.Asker first = askers.next();
    first.isQueued(1);
    next.isQueued(2);
    first.isGranted(10, 2);

    first.letsGo();
    assertThat(next.isServed()).as("while it may be queued again").isFalse();
    assertThat(askers.releases()).isEqualTo(1);
  }

  @Test
  void release_theNextIsBehindOthers_isLeftToTheServer() {
    Askers.Asker first = askers.next();
    first.isQueued(1);
    Askers.Asker next = askers.next();
    next.isQueued(5);
    first.isGranted(10, 4);

    first.letsGo();
    assertThat(next.isServed()).as("before another client").isFalse();
    assertThat(askers.releases()).isEqualTo(1);
  }
}
