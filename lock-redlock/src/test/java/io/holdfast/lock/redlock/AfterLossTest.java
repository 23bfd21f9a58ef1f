package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from a round that was lost; {@link SaidVotes} has the words for votes. */
class AfterLossTest {

  private static LostRound<SaidVotes.Said> lost(String votes) {
    return new LostRound<>(SaidVotes.of(votes), "orders");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no:bob  no:bob   failed               | true  | TELL_HOLDER
          no:bob  no:bob   open                 | true  | TELL_HOLDER
          no:bob  no:eve   granted              | true  | VOTE_LATER
          no:bob  no:eve   granted              | false | TELL_HOLDER
          no:bob  no:bob   no:eve  granted open | true  | VOTE_LATER
          no:bob  no:bob   no:bob  granted open | true  | TELL_HOLDER
          no:bob  no:bob   granted granted      | true  | TELL_HOLDER
          granted failed   excluded             | true  | GIVE_UP
          no:bob  failed   failed               | true  | GIVE_UP
          no:bob  failed   open                 | true  | VOTE_LATER
          """)
  void ofHasty(String votes, boolean isFirst, AfterLoss expected) {
    assertThat(AfterLoss.ofHasty(lost(votes), isFirst)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no:bob  no:bob   failed                | QUEUE
          no:bob  granted  open                  | QUEUE
          no:bob  no:eve   granted               | QUEUE
          no:bob  granted  granted  failed open  | PAUSE
          granted granted  failed   open   open  | PAUSE
          failed  failed   no:bob                | GIVE_UP
          """)
  void ofWaiter_withoutAPlace(String votes, AfterLoss expected) {
    assertThat(AfterLoss.ofWaiter(lost(votes), Optional.empty())).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          queued  no:bob  no:bob               | 0 | KEEP_PLACE
          no:bob  queued  no:bob               | 1 | QUEUE
          failed  queued  no:bob               | 1 | KEEP_PLACE
          open    queued  no:bob               | 1 | KEEP_PLACE
          no:eve  no:bob  queued no:bob no:bob | 2 | QUEUE
          no:eve  queued  no:bob no:bob no:bob | 1 | KEEP_PLACE
          granted queued  failed failed open   | 1 | LEAVE_AND_PAUSE
          granted queued  failed open   open   | 1 | KEEP_PLACE
          failed  queued  failed               | 1 | GIVE_UP
          """)
  void ofWaiter_queuedAtANode(String votes, int node, AfterLoss expected) {
    WaitingPlace place = new WaitingPlace(node, true, false, false, false);
    assertThat(AfterLoss.ofWaiter(lost(votes), Optional.of(place))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no:bob  granted no:bob | false | PAUSE
          no:bob  granted no:bob | true  | QUEUE
          granted no:bob  no:bob | true  | QUEUE
          """)
  void ofWaiter_withTheVoteOfTheNode_triesForAWhile(
      String votes, boolean hasTriedEnough, AfterLoss expected) {
    WaitingPlace place = new WaitingPlace(1, false, true, hasTriedEnough, false);
    if (votes.startsWith("granted")) {
      place = new WaitingPlace(0, false, true, hasTriedEnough, false);
    }
    assertThat(AfterLoss.ofWaiter(lost(votes), Optional.of(place))).isEqualTo(expected);
  }

  @Test
  void ofWaiter_itsNodeWasSilentForTooLong_queuesAtAnother() {
    WaitingPlace place = new WaitingPlace(0, false, false, false, true);
    assertThat(AfterLoss.ofWaiter(lost("open no:bob no:bob"), Optional.of(place)))
        .isEqualTo(AfterLoss.QUEUE);
    assertThat(lost("open no:bob no:bob").coordinator().node()).isEqualTo(1);
  }

  @Test
  void ofWaiter_itsNodeIsSilentForAMoment_pausesAndStays() {
    WaitingPlace place = new WaitingPlace(0, false, false, false, false);
    assertThat(AfterLoss.ofWaiter(lost("open no:bob no:bob"), Optional.of(place)))
        .isEqualTo(AfterLoss.PAUSE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no:eve  no:bob no:bob failed  open   | 1
          granted no:bob no:eve failed  no:ann | 0
          failed  open   no:bob no:bob  no:bob | 2
          failed  queued no:bob no:bob  no:eve | 1
          """)
  void coordinator_isTheFirstNodeOfTheHolder_orAnyThatAnswers(String votes, int node) {
    assertThat(lost(votes).coordinator().node()).isEqualTo(node);
  }
}
