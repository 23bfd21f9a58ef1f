package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The roll call for a kind that several can hold at a time. */
class RollCallOfManyTest {

  private static final long SEQ = 1000;

  private final ModelClient client = new ModelClient();
  private final Mute mute = new Mute();
  private final Monitor monitor = new Monitor();
  private final RollCall roll = new RollCall(client.engine(), mute, ModelClient.KEYS, monitor);

  @BeforeEach
  void severalHold() {
    mute.severalHold = true;
  }

  private Acquisition waits() {
    Acquisition one =
        new Acquisition(
            AcquireSpec.ofPermits(
                client.engine(),
                mute,
                new Owner(monitor),
                ModelClient.KEYS,
                ModelClient.TERM,
                roll,
                1));
    monitor.run(() -> one.ask(true));
    answer(queued(one));
    assertThat(one.isQueued()).isTrue();
    return one;
  }

  private static Outcome<AskReply> queued(Acquisition one) {
    return new Outcome.Answered<>(
        new AskReply.Queued(1, one.number(), 60_000, OptionalLong.empty()));
  }

  private void answer(Outcome<AskReply> outcome) {
    mute.asked.remove(0).accept(outcome);
  }

  private void rollAnswers(List<Long> toAsk) {
    mute.rolled
        .remove(0)
        .accept(
            new Outcome.Answered<>(
                new RollCall.Answer(SEQ, 60_000, 1, 0, 0, Optional.empty(), toAsk)));
  }

  private static InboxMessage.Granted grant(Acquisition one, long token) {
    return InboxMessage.Granted.of(one.id(), token, token, 5000, false, 0, 0);
  }

  @Test
  @DisplayName("failure 134: the waiters do not ask one by one")
  void waiters_manyOfThem_areAskedForTogether() {
    LongStream.range(0, 50).forEach(i -> waits());

    client.look();

    assertThat(mute.rolled).hasSize(1);
    assertThat(mute.asked).isEmpty();
  }

  @Test
  @DisplayName("failure 134: a roll call says that a waiter has no ticket")
  void answer_namesOneThatIsNotQueued_isFollowedByItsQuestion() {
    Acquisition gone = waits();
    Acquisition there = waits();
    client.look();

    rollAnswers(List.of(gone.number()));

    assertThat(mute.asked).as("one question").hasSize(1);
    answer(new Outcome.Answered<>(new AskReply.Acquired(7, 7, false)));
    assertThat(gone.isHeld()).isTrue();
    assertThat(there.isQueued()).isTrue();
  }

  @Test
  @DisplayName("failure 134: a waiter without a ticket cannot ask")
  void question_ofOneThatIsNotQueued_fails_isRepeated() {
    Acquisition gone = waits();
    client.look();
    rollAnswers(List.of(gone.number()));

    answer(
        new Outcome.Failed<>(
            new ServerFailure(ServerFailure.Kind.UNKNOWN, new IllegalStateException("away"))));
    client.look();

    assertThat(mute.asked).as("it asks again by itself").hasSize(1);
    answer(queued(gone));
    client.look();
    assertThat(mute.asked).as("and then no more").isEmpty();
  }

  @Test
  @DisplayName("failure 134: a grant arrives after the answer to a later roll call")
  void grant_isOlderThanTheRollCall_isAskedFor() {
    Acquisition one = waits();
    client.look();
    rollAnswers(List.of());

    one.granted(grant(one, SEQ));

    assertThat(one.isQueued()).as("it may have run out").isTrue();
    assertThat(mute.asked).hasSize(1);
    answer(new Outcome.Answered<>(new AskReply.Acquired(SEQ, SEQ, false)));
    assertThat(one.isHeld()).isTrue();
  }

  @Test
  @DisplayName("failure 134: a grant is younger than the roll call")
  void grant_isYoungerThanTheRollCall_isUsed() {
    Acquisition one = waits();
    client.look();
    rollAnswers(List.of());

    one.granted(grant(one, SEQ + 1));

    assertThat(one.isHeld()).isTrue();
    assertThat(mute.asked).isEmpty();
  }

  @Test
  @DisplayName("failure 134: all of the oldest have been granted something")
  void answer_namesFifty_isFollowedByTheNextQuestionAtOnce() {
    List<Long> all = LongStream.range(0, 120).mapToObj(i -> waits().number()).toList();
    client.look();

    rollAnswers(all.subList(0, 50));

    assertThat(roll.dueNanos() - client.clock().nanoTime()).isNotPositive();
  }

  @Test
  @DisplayName("failure 134: the roll call does not name a waiter that was served here")
  void served_isNotAskedForAnyMore() {
    Acquisition held = waits();
    held.granted(grant(held, 2));
    Acquisition next = waits();
    monitor.run(() -> held.serve(next));

    roll.onDue(roll.dueNanos());

    assertThat(mute.rolls).isEmpty();
  }
}
