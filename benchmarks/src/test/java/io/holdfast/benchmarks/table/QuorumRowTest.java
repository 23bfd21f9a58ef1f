package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Waits;
import io.holdfast.benchmarks.work.Workers;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class QuorumRowTest {

  private static final Waits NONE = new Waits(new Histogram(2));

  @Test
  void lostShare_ofHoldfast_isThatOfTheRoundsThatDrewNoTokens() {
    double share = QuorumRow.lostShare(Subject.HOLDFAST, outcome(1000, 30, 0), asked(95, 40, 40));

    assertThat(share).isEqualTo(0.25);
  }

  @Test
  void lostShare_ofHoldfastWhenAQuestionIsNotCountedYet_isNone() {
    assertThat(QuorumRow.lostShare(Subject.HOLDFAST, outcome(1000, 30, 0), asked(30, 29, 30)))
        .isZero();
  }

  @Test
  void lostShare_ofRedisson_isThatOfTheRoundsItCounted() {
    double share = QuorumRow.lostShare(Subject.REDISSON, outcome(60, 0, 20), asked(0, 0, 0));

    assertThat(share).isEqualTo(0.25);
  }

  @Test
  void lostShare_ofNothing_isNone() {
    for (Subject subject : List.of(Subject.REDISSON, Subject.HOLDFAST)) {
      assertThat(QuorumRow.lostShare(subject, outcome(0, 0, 0), asked(0, 0, 0))).isZero();
    }
  }

  @Test
  void pairMillis_countsThePairThatTheEndCutsThrough() {
    assertThat(AilingRow.pairMillis(outcome(4, 0, 0))).isEqualTo(500);
  }

  private static Workers.Outcome outcome(long turns, long draws, long lost) {
    return new Workers.Outcome(turns, 0, NONE, NONE, 0, 1, 0, 0, 2000, draws, lost, 0);
  }

  private static List<ServerUse> asked(long... questions) {
    return LongStream.of(questions)
        .mapToObj(number -> new ServerUse(new Quiet.Counts(0, 0), number, 0))
        .toList();
  }
}
