package io.holdfast.lock.core.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.holdfast.lock.core.engine.Change;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChangeWordsTest {

  static Stream<Arguments> changes() {
    return Stream.of(
        arguments(new Change.Give(3), "give 3"),
        arguments(new Change.GiveBack(2), "back 2"),
        arguments(new Change.Grow(4), "grow 4"),
        arguments(new Change.Grow(-4), "grow -4"),
        arguments(new Change.Resize(7), "resize 7"),
        arguments(new Change.Drain(), "drain 0"),
        arguments(new Change.CountDown(), "count_down -1"),
        arguments(new Change.Look(), "look 0"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void of(Change change, String expected) {
    assertThat(ChangeWords.of(change)).hasToString(expected);
  }
}
