package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MajorityTest {

  private final List<CompletableFuture<Boolean>> five =
      Stream.generate(() -> new CompletableFuture<Boolean>()).limit(5).toList();
  private final CompletableFuture<Boolean> three = Majority.of(five, 3);

  private void fails(int index) {
    five.get(index).completeExceptionally(new IllegalStateException("away: " + index));
  }

  @Test
  void of_enoughSayYes_doesNotWaitForTheOthers() {
    five.get(4).complete(true);
    five.get(0).complete(true);
    assertThat(three).isNotDone();
    five.get(2).complete(true);
    assertThat(three).isCompletedWithValue(true);
  }

  @Test
  void of_enoughSayNo_doesNotWaitForTheOthers() {
    five.get(0).complete(false);
    fails(1);
    five.get(2).complete(false);
    assertThat(three).isNotDone();
    five.get(3).complete(false);
    assertThat(three).isCompletedWithValue(false);
  }

  @Test
  void of_tooManyFail_failsWhenAllHaveSaid() {
    five.get(0).complete(true);
    five.get(1).complete(true);
    fails(2);
    fails(3);
    assertThat(three).isNotDone();
    fails(4);
    assertThatThrownBy(three::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("away: 4");
  }

  @Test
  void of_someFailButTheOthersAreEnough_isWhatThoseSay() {
    fails(0);
    five.get(1).complete(true);
    fails(2);
    five.get(3).complete(true);
    five.get(4).complete(true);
    assertThat(three).isCompletedWithValue(true);
  }

  @Test
  void of_anEvenNumberOfWhomHalfSayNo_isNo() {
    List<CompletableFuture<Boolean>> four = five.subList(0, 4);
    CompletableFuture<Boolean> result = Majority.of(four, 3);
    four.get(0).complete(false);
    assertThat(result).isNotDone();
    four.get(1).complete(false);
    assertThat(result).isCompletedWithValue(false);
  }

  @Test
  void of_one_isWhatThatSays() {
    assertThat(Majority.of(List.of(CompletableFuture.completedFuture(true)), 1))
        .isCompletedWithValue(true);
  }
}
