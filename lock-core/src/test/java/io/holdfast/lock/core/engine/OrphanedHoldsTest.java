package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrphanedHoldsTest {

  private static final LockKeys KEYS = ModelClient.KEYS;
  private static final StrayVerbs.Disowning END_OF_NINE =
      new StrayVerbs.Disowning(
          KEYS, "client", List.of("client:9:5000"), List.of(), StrayVerbs.NOWHERE);

  private final ModelClient client = new ModelClient();
  private final Mute mute = new Mute();
  private final Monitor monitor = new Monitor();
  private final List<String> calls = new ArrayList<>();
  private final OrphanedHolds orphanedHolds =
      new OrphanedHolds(client.engine(), mute, KEYS, () -> calls.add("again"));

  private void named(long number) {
    monitor.run(() -> orphanedHolds.heardOf("client:%d:5000".formatted(number), number));
  }

  private Acquisition held() {
    LeaseTerms terms = new LeaseTerms(30_000, true, LeaseTerms.UNCAPPED);
    Acquisition held =
        new Acquisition(AcquireSpec.of(client.engine(), mute, new Owner(monitor), KEYS, terms));
    monitor.run(() -> held.ask(true));
    mute.asked.get(0).accept(new Outcome.Answered<>(new AskReply.Acquired(1, 1, false)));
    assertThat(held.isHeld()).isTrue();
    return held;
  }

  private void named(Acquisition one) {
    monitor.run(() -> orphanedHolds.heardOf(one.id(), one.number()));
  }

  @Test
  void heardOf_once_isNotBelievedButAskedForAgainAtOnce() {
    named(9);
    assertThat(mute.disownings).isEmpty();
    assertThat(calls).as("is it still there?").hasSize(1);
  }

  @Test
  void heardOf_twiceInARow_isEndedAsAStray() {
    named(9);
    named(9);
    assertThat(mute.disownings).containsExactly(END_OF_NINE);
    assertThat(calls).hasSize(1);
  }

  @Test
  void heardOf_anotherOrNobodyInBetween_isNotBelieved() {
    named(9);
    named(8);
    named(9);
    monitor.run(orphanedHolds::heardOfNone);
    named(9);
    assertThat(mute.disownings).isEmpty();
  }

  @Test
  void heardOf_whileItIsBeingEnded_isNotAskedForAgainAndAgain() {
    named(9);
    named(9);
    named(9);
    named(9);
    assertThat(calls).hasSize(1);
  }

  @Test
  void heardOf_one_thatIsHeldHere_isLeftAlone() {
    Acquisition held = held();
    named(held);
    named(held);
    assertThat(mute.disownings).isEmpty();
  }

  @Test
  void heardOf_oneWhoseReleaseIsRepeated_isLeftToThat() {
    Acquisition held = held();
    monitor.run(held::end);
    mute.released
        .get(0)
        .accept(
            new Outcome.Failed<>(
                new ServerFailure(
                    ServerFailure.Kind.NOT_EXECUTED, new IllegalStateException("away"))));
    named(held);
    named(held);
    assertThat(mute.releases).hasSize(1);
    assertThat(mute.disownings).isEmpty();
  }

  @Test
  void heardOf_oneThatTheNextQuestionEnds_isLeftToThat() {
    Acquisition held = held();
    monitor.run(() -> held.succeedBy(new Owner(monitor), held.terms()).next().ask(true));
    named(held);
    named(held);
    assertThat(mute.disownings).isEmpty();
  }
}
