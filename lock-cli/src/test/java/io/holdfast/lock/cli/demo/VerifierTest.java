package io.holdfast.lock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.cli.demo.CounterStore.Write;
import io.holdfast.lock.cli.demo.Evidence.HandOver;
import io.holdfast.lock.cli.demo.Evidence.Strike;
import io.holdfast.lock.cli.demo.Evidence.Thaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * The verdict on a true story, and on stories that were falsified in one point. Times in ms: 1 and
 * 2 hand over at 100; 2 is killed at 250, 3 carries on at 2200; 3 is frozen at 3050, 1 carries on
 * at 5000.
 */
class VerifierTest {

  private static final long MS = 1_000_000;

  private final List<Turn> turns =
      new ArrayList<>(
          List.of(
              turn("1", 10, 0, 0, 100),
              turn("2", 11, 50, 101, 150),
              held("2", 12, 160, 200),
              turn("3", 13, 210, 2200, 2300),
              held("3", 14, 2400, 3000),
              turn("1", 15, 3010, 5000, 5100)));
  private final List<Write> writes =
      new ArrayList<>(
          List.of(
              new Write("1", 10, 1, true),
              new Write("2", 11, 2, true),
              new Write("3", 13, 3, true),
              new Write("1", 15, 4, true),
              new Write("3", 14, 4, false)));
  private long counter = 4;
  private Thaw thaw = new Thaw(6000 * MS, OptionalLong.of(14), OptionalLong.of(14));
  private int leftAtServer;

  private static Turn turn(String worker, long token, long asked, long acquired, long released) {
    return held(worker, token, asked, acquired).released(released * MS);
  }

  private static Turn held(String worker, long token, long asked, long acquired) {
    return new Turn(worker, token, asked * MS, acquired * MS, OptionalLong.empty());
  }

  private List<String> broken() {
    Evidence evidence =
        new Evidence(
            3,
            turns,
            writes,
            counter,
            Duration.ofSeconds(2),
            new HandOver(10, 11),
            new Strike("2", 12, 250 * MS),
            new Strike("3", 14, 3050 * MS),
            thaw,
            leftAtServer);
    return Verifier.judge(evidence, Limits.usual(evidence.lease())).stream()
        .filter(finding -> !finding.holds())
        .map(Finding::claim)
        .toList();
  }

  @Test
  void judge_trueStory_everythingHolds() {
    assertThat(broken()).isEmpty();
  }

  @Test
  void judge_handOverAfterAPollingInterval_isSeen() {
    turns.set(0, turn("1", 10, -700, -700, -600));
    turns.set(1, turn("2", 11, -650, 101, 150));

    assertThat(broken())
        .containsExactly(
            "worker 2 got the lock the moment worker 1 released it",
            "it is handed over without polling");
  }

  @Test
  void judge_medianOfAPollingInterval_isSeen() {
    turns.set(1, turn("2", 11, 50, 150, 155));

    assertThat(broken()).containsExactly("it is handed over without polling");
  }

  @Test
  void judge_secondWorkerDidNotWait_isSeen() {
    turns.set(1, turn("2", 11, 101, 101, 150));

    assertThat(broken()).contains("worker 2 got the lock the moment worker 1 released it");
  }

  @Test
  void judge_repeatedToken_isSeen() {
    turns.add(turn("1", 15, 5150, 5200, 5300));
    writes.add(new Write("1", 15, 5, true));
    counter = 5;

    assertThat(broken()).containsExactly("tokens always rose");
  }

  @Test
  void judge_twoHoldersAtOnce_isSeen() {
    turns.set(1, turn("2", 11, 50, 99, 150));

    assertThat(broken()).contains("never did two hold it at once");
  }

  @Test
  void judge_acquiredBeforeTheKill_isSeen() {
    turns.set(3, turn("3", 13, 210, 240, 2300));

    assertThat(broken()).contains("never did two hold it at once");
  }

  @Test
  void judge_turnThatNeverEnded_isSeen() {
    turns.set(3, held("3", 13, 210, 2200));

    assertThat(broken())
        .containsExactlyInAnyOrder("never did two hold it at once", "the counter lost no update");
  }

  @Test
  void judge_lostUpdate_isSeen() {
    counter = 3;

    assertThat(broken()).containsExactly("the counter lost no update");
  }

  @Test
  void judge_completedTurnWithoutWrite_isSeen() {
    writes.remove(0);
    counter = 3;

    assertThat(broken()).containsExactly("the counter lost no update");
  }

  @Test
  void judge_workerWithoutTurn_isSeen() {
    turns.set(0, turn("2", 10, 0, 0, 100));
    turns.set(5, turn("2", 15, 3010, 5000, 5100));

    assertThat(broken()).containsExactly("every worker had its turns");
  }

  @Test
  void judge_othersWaitedLongerThanTheLease_isSeen() {
    turns.set(3, turn("3", 13, 210, 2800, 2900));
    turns.set(4, held("3", 14, 2950, 3000));

    assertThat(broken()).singleElement().asString().contains("killed", "within the lease");
  }

  @Test
  void judge_nobodyCarriedOnAfterTheFreeze_isSeen() {
    turns.remove(5);
    writes.remove(3);
    counter = 3;

    assertThat(broken()).singleElement().asString().contains("frozen", "within the lease");
  }

  @Test
  void judge_staleWriteAccepted_isSeen() {
    writes.set(4, new Write("3", 14, 5, true));
    counter = 5;
    thaw = new Thaw(6000 * MS, OptionalLong.empty(), OptionalLong.of(14));

    assertThat(broken())
        .hasSize(2)
        .contains("the counter lost no update")
        .anyMatch(claim -> claim.contains("stale write"));
  }

  @Test
  void judge_anotherWriteRefused_isSeen() {
    writes.add(new Write("1", 10, 2, false));

    assertThat(broken()).singleElement().asString().contains("stale write");
  }

  @Test
  void judge_thawedDidNotLearn_isSeen() {
    thaw = new Thaw(6000 * MS, OptionalLong.of(14), OptionalLong.empty());

    assertThat(broken()).singleElement().asString().contains("learned");
  }

  @Test
  void judge_somethingLeftAtTheServer_isSeen() {
    leftAtServer = 1;

    assertThat(broken()).singleElement().asString().contains("neither holder nor waiter");
  }
}
