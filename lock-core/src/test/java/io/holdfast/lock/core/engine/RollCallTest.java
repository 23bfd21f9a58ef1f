package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RollCallTest {

  private final ModelClient client = new ModelClient();
  private final Mute mute = new Mute();
  private final Monitor monitor = new Monitor();
  private final RollCall roll = new RollCall(client.engine(), mute, ModelClient.KEYS, monitor);

  private Acquisition asks(Owner listener) {
    Acquisition one =
        new Acquisition(
            AcquireSpec.of(client.engine(), mute, listener, ModelClient.KEYS, ModelClient.TERM));
    monitor.run(() -> one.ask(true));
    return one;
  }

  private Acquisition waitsInTheRoll() {
    AcquireSpec spec =
        AcquireSpec.of(
            client.engine(), mute, new Owner(monitor), ModelClient.KEYS, ModelClient.TERM, roll);
    Acquisition one = new Acquisition(spec);
    monitor.run(() -> one.ask(true));
    answer(new AskReply.Queued(1, one.number(), 3000, OptionalLong.empty()));
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
                    200, 60_000, 1, 0, 0, Optional.of(new RollCall.Holder(holder.id(), grant)))));
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
    assertThat(held.grantedLease().doOthersWait()).isTrue();
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
    assertThat(held.grantedLease().doOthersWait()).isFalse();
  }

  @Test
  @DisplayName("failure 121: a roll call grants to a ticket of its client that asks by itself")
  void answer_namesOneThatAsksByItself_isItsGrant() {
    Owner owner = new Owner(monitor);
    Acquisition queued = asks(owner);
    answer(new AskReply.Queued(1, 1, 3_600_000, OptionalLong.empty()));
    waitsInTheRoll();

    isNamed(queued, false);

    assertThat(owner.told()).containsExactly("acquired");
    assertThat(queued.grantedLease().firstToken()).isEqualTo(100);
    assertThat(mute.releases).isEmpty();
  }

  @Test
  @DisplayName("failure 121: an earlier grant to a ticket that asks by itself is not used")
  void answer_namesOneThatWasQueuedSince_isStale() {
    Owner owner = new Owner(monitor);
    Acquisition queued = asks(owner);
    answer(new AskReply.Queued(100, 1, 3_600_000, OptionalLong.empty()));
    waitsInTheRoll();

    isNamed(queued, true);

    assertThat(queued.isQueued()).isTrue();
  }

  // ---- tickets that were dropped

  /** The question in flight is answered: it found all that it named, and this mark. */
  private void allThere(long mark) {
    mute.rolled
        .remove(0)
        .accept(
            new Outcome.Answered<>(new RollCall.Answer(200, 60_000, 1, 0, mark, Optional.empty())));
  }

  private boolean isDue() {
    return roll.dueNanos() - client.clock().nanoTime() <= 0;
  }

  /** The tickets that the questions which follow at once may put back. */
  private Set<String> namedAtOnce(long mark) {
    Set<String> named = new TreeSet<>();
    while (isDue()) {
      roll.onDue(client.clock().nanoTime());
      mute.rolls.get(mute.rolls.size() - 1).tickets().stream()
          .filter(ticket -> ticket.arrival().isPresent())
          .forEach(ticket -> named.add(ticket.id()));
      allThere(mark);
    }
    return named;
  }

  private List<String> wait(int many) {
    return IntStream.range(0, many).mapToObj(i -> waitsInTheRoll().id()).sorted().toList();
  }

  @Test
  @DisplayName("failure 123: one ticket among hundreds was dropped")
  void answer_hasAMarkThatIsNew_isFollowedByAllTicketsAtOnce() {
    List<String> all = wait(350);
    client.look();
    allThere(0);
    client.look();
    assertThat(mute.rolled).as("a question every third of the claim").hasSize(1);
    allThere(77);

    assertThat(namedAtOnce(77)).containsExactlyElementsOf(all);
    client.look();
    allThere(77);

    assertThat(isDue()).as("the mark is known").isFalse();
    client.look();
    allThere(78);
    assertThat(namedAtOnce(78)).as("another one").containsExactlyElementsOf(all);
  }

  @Test
  @DisplayName("failure 123: another ticket is dropped while all are named")
  void answer_hasAnotherMarkWhileAllAreNamed_beginsAnew() {
    List<String> all = wait(350);
    client.look();
    allThere(77);
    roll.onDue(client.clock().nanoTime());
    allThere(77);
    roll.onDue(client.clock().nanoTime());
    allThere(78);

    assertThat(namedAtOnce(78)).containsExactlyElementsOf(all);
  }

  @Test
  @DisplayName("failure 123: the server cannot be asked while all are named")
  void question_failsWhileAllAreNamed_beginsAnew() {
    failsWhileAllAreNamed(1);
  }

  @Test
  @DisplayName("failure 123: the server cannot be asked for the last of all")
  void lastQuestion_failsWhileAllAreNamed_beginsAnew() {
    failsWhileAllAreNamed(3);
  }

  private void failsWhileAllAreNamed(int answered) {
    List<String> all = wait(350);
    client.look();
    allThere(77);
    for (int i = 0; i < answered; i++) {
      roll.onDue(client.clock().nanoTime());
      allThere(77);
    }
    roll.onDue(client.clock().nanoTime());
    mute.rolled
        .remove(0)
        .accept(
            new Outcome.Failed<>(
                new ServerFailure(ServerFailure.Kind.UNKNOWN, new IllegalStateException("away"))));
    client.look();
    List<RollCall.Ticket> first = mute.rolls.get(mute.rolls.size() - 1).tickets();
    allThere(77);

    assertThat(first.subList(0, 50))
        .as("the oldest")
        .isEqualTo(mute.rolls.get(0).tickets().subList(0, 50));
    Set<String> named = namedAtOnce(77);
    first.forEach(ticket -> named.add(ticket.id()));
    assertThat(named).containsExactlyElementsOf(all);
  }

  @Test
  @DisplayName("failure 123: something was missed, and a question was sent in between")
  void callAfter_aQuestionWasSentSince_looksForTheYoungestAllTheSame() {
    List<String> all = wait(350);
    long missedUntil = client.clock().nanoTime() + 1;
    client.look();
    monitor.run(() -> roll.callAfter(missedUntil));
    monitor.run(() -> roll.callAfter(missedUntil)); // as all waiters report it
    allThere(0);

    assertThat(isDue()).isTrue();
    roll.onDue(client.clock().nanoTime());
    List<RollCall.Ticket> asked = mute.rolls.get(mute.rolls.size() - 1).tickets();
    allThere(0);

    assertThat(asked.stream().filter(one -> one.arrival().isEmpty()).map(RollCall.Ticket::id))
        .hasSize(50)
        .isSubsetOf(all);
    assertThat(isDue()).as("once is enough").isFalse();
  }
}
