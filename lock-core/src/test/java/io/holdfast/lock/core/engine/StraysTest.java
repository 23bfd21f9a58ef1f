package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StraysTest {

  private static final LockKeys KEYS = ModelClient.KEYS;

  private final ModelClient client = new ModelClient();
  private final Mute mute = new Mute();
  private final Monitor monitor = new Monitor();

  private static String id(long number) {
    return "client:%s:5000".formatted(number);
  }

  private static List<String> ids(long from, long to) {
    List<String> ids = new ArrayList<>();
    for (long number = from; number <= to; number++) {
      ids.add(id(number));
    }
    return ids;
  }

  private void found(long number) {
    client.engine().strays().found(KEYS, mute, id(number));
  }

  private Acquisition waits() {
    Acquisition one =
        new Acquisition(
            AcquireSpec.of(client.engine(), mute, new Owner(monitor), KEYS, ModelClient.TERM));
    monitor.run(() -> one.ask(true));
    return one;
  }

  /** The oldest request is answered. */
  private void answer(int wereThere, String next, List<String> holding, List<String> waiting) {
    mute.disowned
        .remove(0)
        .accept(new Outcome.Answered<>(new StrayVerbs.Others(wereThere, next, holding, waiting)));
  }

  private StrayVerbs.Disowning last() {
    return mute.disownings.get(mute.disownings.size() - 1);
  }

  @Test
  void found_oneThatIsGoneByNow_isNotLookedFurther() {
    found(90);
    answer(0, StrayVerbs.NOWHERE, List.of(), List.of());

    assertThat(mute.disownings).hasSize(1);
    found(91);
    assertThat(last().holding()).as("another time").containsExactly(id(91));
  }

  @Test
  @DisplayName("failure 131: all strays of a name are ended together, and no live acquisition")
  void answer_namesOthers_endsThoseThatNobodyHas() {
    Acquisition alive = waits();
    found(90);
    List<String> others = new ArrayList<>(ids(91, 390));
    others.add(17, alive.id());
    answer(1, StrayVerbs.NOWHERE, List.of(), others);

    assertThat(last().holding()).isEmpty();
    assertThat(last().waiting()).containsExactlyElementsOf(ids(91, 390));
    answer(300, StrayVerbs.NOWHERE, List.of(), List.of(alive.id()));
    assertThat(mute.disownings).hasSize(2);
  }

  @Test
  @DisplayName("failure 131: thousands of strays cost a request for each thousand")
  void answer_saysThereIsMore_goesOnWhereItEnded() {
    found(90);
    answer(1, "1000.5", List.of(), ids(1000, 1999));
    assertThat(last().waiting()).hasSize(1000);
    assertThat(last().from()).isEqualTo("1000.5");
    answer(1000, "2000.5", List.of(), ids(2000, 2999));
    answer(1000, StrayVerbs.NOWHERE, List.of(), List.of());

    assertThat(mute.disownings).hasSize(3);
  }

  @Test
  void answer_namesOneThatCameMeanwhile_leavesIt() {
    found(90);
    Acquisition alive = waits(); // before the server can tell of it
    answer(1, StrayVerbs.NOWHERE, List.of(alive.id()), List.of());

    assertThat(mute.disownings).hasSize(1);
  }

  @Test
  @DisplayName("failure 131: a hold is ended when two looks have found that no owner has it")
  void answer_namesAHoldThatNobodyHas_isLookedAtTwice() {
    found(90);
    answer(1, StrayVerbs.NOWHERE, List.of(id(91)), List.of());
    assertThat(last().holding()).isEmpty();
    assertThat(last().from()).isEqualTo(StrayVerbs.BEGINNING);
    answer(0, StrayVerbs.NOWHERE, List.of(id(91), id(92)), List.of());
    assertThat(last().holding()).as("not the one that is new").containsExactly(id(91));
    answer(1, StrayVerbs.NOWHERE, List.of(id(92)), List.of());

    assertThat(mute.disownings).hasSize(3);
  }

  @Test
  void answer_namesAHoldWhoseReleaseHasArrivedSince_isLeft() {
    found(90);
    answer(1, StrayVerbs.NOWHERE, List.of(id(91)), List.of());
    answer(0, StrayVerbs.NOWHERE, List.of(), List.of());

    assertThat(mute.disownings).hasSize(2);
  }

  @Test
  void found_whileOthersAreBeingEnded_goesWithTheNextRequest() {
    found(90);
    found(91);
    found(92);
    assertThat(mute.disownings).hasSize(1);
    answer(1, StrayVerbs.NOWHERE, List.of(), List.of());

    assertThat(last().holding()).containsExactly(id(91), id(92));
    assertThat(mute.disownings).hasSize(2);
  }

  @Test
  void failure_isFollowedByARepeat() {
    found(90);
    mute.disowned
        .remove(0)
        .accept(
            new Outcome.Failed<>(
                new ServerFailure(ServerFailure.Kind.UNKNOWN, new IllegalStateException("away"))));
    assertThat(mute.disownings).hasSize(1);
    client.look();

    assertThat(mute.disownings).hasSize(2);
    assertThat(last().holding()).containsExactly(id(90));
  }

  @Test
  void failure_againAndAgain_isGivenUp() {
    found(90);
    IntStream.range(0, 40)
        .forEach(
            i -> {
              if (!mute.disowned.isEmpty()) {
                mute.disowned
                    .remove(0)
                    .accept(
                        new Outcome.Failed<>(
                            new ServerFailure(
                                ServerFailure.Kind.NOT_EXECUTED,
                                new IllegalStateException("away"))));
              }
              client.look();
            });
    int sent = mute.disownings.size();
    assertThat(sent).isLessThan(20);
    found(91);
    assertThat(mute.disownings).as("a later one begins anew").hasSize(sent + 1);
    assertThat(last().holding()).containsExactly(id(91));
  }

  @Test
  void refusal_isNotRepeated() {
    found(90);
    mute.disowned
        .remove(0)
        .accept(
            new Outcome.Failed<>(
                new ServerFailure(ServerFailure.Kind.REFUSED, new IllegalStateException("no"))));
    client.look();

    assertThat(mute.disownings).hasSize(1);
  }

  @Test
  @DisplayName(
      "failure 131: a hold that is ended as a stray while its release is in flight counts as held")
  void release_comesBehindTheEndAsAStray_saysThatItWasHeld() {
    Acquisition held = waits();
    mute.asked.remove(0).accept(new Outcome.Answered<>(new AskReply.Acquired(1, 1, false)));
    CompletableFuture<Boolean> released = new CompletableFuture<>();
    monitor.run(
        () -> {
          held.end().thenAccept(released::complete);
          client.engine().strays().found(KEYS, mute, held.id()); // it is not known any more
        });
    mute.released
        .remove(0)
        .accept(new Outcome.Answered<>(new Verbs.Released(false, Optional.empty())));

    assertThat(released).isCompletedWithValue(true);
  }

  @Test
  void release_ofOneThatWasNotEndedAsAStray_saysThatItWasNotHeld() {
    Acquisition held = waits();
    mute.asked.remove(0).accept(new Outcome.Answered<>(new AskReply.Acquired(1, 1, false)));
    CompletableFuture<Boolean> released = new CompletableFuture<>();
    found(90);
    monitor.run(() -> held.end().thenAccept(released::complete));
    mute.released
        .remove(0)
        .accept(new Outcome.Answered<>(new Verbs.Released(false, Optional.empty())));

    assertThat(released).isCompletedWithValue(false);
  }
}
