package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.server.Outcome;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RollCallTest {

  private final ModelClient client = new ModelClient();
  private final Mute mute = new Mute();
  private final Monitor monitor = new Monitor();
  private final RollCall roll = new RollCall(client.engine(), mute, ModelClient.KEYS, monitor);

  private Acquisition asks(Owner seat) {
    Acquisition one =
        new Acquisition(
            Demand.of(client.engine(), mute, seat, ModelClient.KEYS, ModelClient.TERM));
    monitor.run(() -> one.ask(true));
    return one;
  }

  private Acquisition waitsInTheRoll() {
    Demand demand =
        Demand.of(
            client.engine(), mute, new Owner(monitor), ModelClient.KEYS, ModelClient.TERM, roll);
    Acquisition one = new Acquisition(demand);
    monitor.run(() -> one.ask(true));
    answer(new AskReply.Queued(1, 1, 3000, OptionalLong.empty()));
    assertThat(one.isQueued()).isTrue();
    return one;
  }

  private void answer(AskReply reply) {
    mute.asked.remove(0).accept(new Outcome.Answered<>(reply));
  }

  /** The roll is called; the answer names this holder. */
  private void isNamed(Acquisition holder, boolean othersWait) {
    client.look();
    InboxMessage.Granted grant =
        InboxMessage.Granted.of(holder.id(), 100, 200, 60_000, othersWait, 0, 0);
    mute.rolled
        .remove(0)
        .accept(
            new Outcome.Answered<>(
                new RollCall.Answer(
                    200, 60_000, 1, 0, Optional.of(new RollCall.Holder(holder.id(), grant)))));
  }

  @Test
  @DisplayName("failure 121: a roll call tells a holder of the same client that others wait")
  void answer_namesAHolderOfThisClientAndOthersWait_isToldToTheHolder() {
    Owner owner = new Owner(monitor);
    Acquisition held = asks(owner);
    answer(new AskReply.Acquired(100, 200, false));
    waitsInTheRoll();

    isNamed(held, true);

    assertThat(owner.told()).containsExactly("acquired", "wanted");
    assertThat(held.tenure().doOthersWait()).isTrue();
  }

  @Test
  @DisplayName("failure 121: a holder of the same client that nobody waits for goes on")
  void answer_namesAHolderOfThisClientAndNobodyWaits_isToldToNobody() {
    Owner owner = new Owner(monitor);
    Acquisition held = asks(owner);
    answer(new AskReply.Acquired(100, 200, false));
    waitsInTheRoll();

    isNamed(held, false);

    assertThat(owner.told()).containsExactly("acquired");
    assertThat(held.tenure().doOthersWait()).isFalse();
  }

  @Test
  @DisplayName("failure 121: a roll call grants to one of its client that asks by itself")
  void answer_namesOneThatAsksByItself_isItsGrant() {
    Owner owner = new Owner(monitor);
    Acquisition queued = asks(owner);
    answer(new AskReply.Queued(1, 1, 3_600_000, OptionalLong.empty()));
    waitsInTheRoll();

    isNamed(queued, false);

    assertThat(owner.told()).containsExactly("acquired");
    assertThat(queued.tenure().firstToken()).isEqualTo(100);
    assertThat(mute.releases).isEmpty();
  }

  @Test
  @DisplayName("failure 121: an earlier grant to one that asks by itself is not used")
  void answer_namesOneThatWasQueuedSince_isStale() {
    Owner owner = new Owner(monitor);
    Acquisition queued = asks(owner);
    answer(new AskReply.Queued(100, 1, 3_600_000, OptionalLong.empty()));
    waitsInTheRoll();

    isNamed(queued, true);

    assertThat(queued.isQueued()).isTrue();
  }
}
