package io.holdfast.lock.core.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountingWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          5  | true  | ''       | '5 b'
          5  | false | ''       | '5 f'
          -2 | true  | ' 7 11d' | '-2 b 7 11d'
          """)
  void question(int declared, boolean mayOvertake, String acknowledged, String expected) {
    assertThat(CountingWords.question(declared, mayOvertake, acknowledged)).isEqualTo(expected);
  }
}
