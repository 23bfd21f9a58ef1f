package io.holdfast.lock.semaphore.count;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.key.LockKeys;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TakingTest {

  private static final long SLICE = 1000;
  private static final long BORN = 7;
  private static final long NEXT = 8;

  private final Taking taking = new Taking(SLICE, BORN);

  @BeforeEach
  void takeThree() {
    taking.take(BORN, 3, 0);
  }

  private void assertMayHandOn(long permits, long now) {
    assertThat(taking.mayHandOn(9, now)).as("at %d", now).isEqualTo(permits);
  }

  @Test
  @DisplayName("failure 90: a client hands on no more than it has taken")
  void mayHandOn_takenAndGiven_isWhatIsLeft() {
    assertMayHandOn(3, 1);
    assertThat(taking.mayHandOn(2, 1)).isEqualTo(2);
    taking.give(2, 1);
    assertMayHandOn(1, 1);
    taking.give(5, 1); // others had taken those
    assertMayHandOn(0, 1);
    taking.take(BORN, 1, 2);
    assertMayHandOn(1, 2);
  }

  @Test
  void mayHandOn_balanceBelowZero_isNoneUntilAnAnswerSaysOtherwise() {
    taking.changing();
    assertMayHandOn(0, 1);
    taking.changed(-1);
    taking.give(1, 2);
    taking.given(BORN, true, -1, 3);
    assertMayHandOn(0, 3);
    taking.give(1, 4);
    taking.given(BORN, true, 0, 5);
    assertMayHandOn(1, 5);
  }

  @Test
  @DisplayName("failure 91: permits taken of a deleted semaphore are not handed on")
  void mayHandOn_anotherIsThere_isNone() {
    taking.meet(BORN);
    assertMayHandOn(3, 1);
    taking.meet(NEXT);
    assertMayHandOn(0, 1);
    assertThat(taking.born()).as("what is released is of that").isEqualTo(BORN);
    taking.take(NEXT, 1, 2);
    assertMayHandOn(1, 2);
    taking.given(BORN, false, 0, 3); // of a release in flight
    assertMayHandOn(1, 3);
    taking.given(NEXT, false, 0, 4);
    assertMayHandOn(0, 4);
  }

  @Test
  void mayHandOn_deleted_isNone() {
    taking.delete();
    assertMayHandOn(0, 1);
  }

  @Test
  @DisplayName("failure 92: others get a chance after each slice, whatever was taken meanwhile")
  void mayHandOn_aSliceAfterTheFirst_isNoneUntilSomeWereGiven() {
    taking.handedOn(100);
    taking.handedOn(900);
    taking.take(BORN, 1, 1000);
    assertMayHandOn(4, 1100);
    assertMayHandOn(0, 1101);
    taking.give(1, 1101);
    assertMayHandOn(3, 1101); // its answer is on its way
    taking.handedOn(1200);
    assertMayHandOn(0, 2200);
  }

  @Test
  @DisplayName("failure 92: what a client knows of the balance lasts for a slice")
  void mayHandOn_aSliceAfterTheLastAnswer_isNone() {
    assertMayHandOn(3, 1000);
    assertMayHandOn(0, 1001);
    taking.give(1, 2000); // without a break: its answer is awaited for a slice
    assertMayHandOn(2, 3000);
    taking.given(BORN, true, 0, 2000);
    taking.give(1, 4001); // after a break
    assertMayHandOn(0, 4001);
    taking.given(BORN, true, 0, 5000);
    assertMayHandOn(1, 6000);
  }

  @Test
  @DisplayName(
      "failure 92: releases that are not answered do not prolong the slice one after the other")
  void mayHandOn_furtherReleasesWithoutAnAnswer_areNoLongerThanTheFirst() {
    taking.take(BORN, 6, 0);
    taking.give(1, 1500);
    taking.give(1, 2400);
    taking.give(1, 2500);
    assertMayHandOn(6, 2500);
    assertMayHandOn(0, 2501);
    taking.given(BORN, true, 0, 2600); // to the first
    taking.give(1, 3500);
    assertMayHandOn(5, 4500);
  }

  @Test
  void take_ofTooManyNames_forgetsThoseOfLongAgo() {
    Takings takings = new Takings(SLICE);
    IntStream.rangeClosed(0, Takings.MOST_NAMES).forEach(i -> takings.take(name(i), BORN, 1, 0));
    assertThat(takings.find(name(0))).isNull();
    assertThat(takings.find(name(1))).isNotNull();
    assertThat(takings.find(name(Takings.MOST_NAMES))).isNotNull();
    takings.take(name(-1), 0, 1, 0); // it was not told of which one
    assertThat(takings.find(name(-1))).isNull();
  }

  private static LockKeys name(int number) {
    return new LockKeys("a" + number, "sem:a" + number, "semq:a" + number);
  }
}
