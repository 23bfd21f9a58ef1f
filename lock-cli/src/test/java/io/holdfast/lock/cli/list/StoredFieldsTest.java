package io.holdfast.lock.cli.list;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.cli.LockKind;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StoredFieldsTest {

  private static StoredFields of(String fields) {
    return new StoredFields(
        Arrays.stream(fields.split(" "))
            .map(field -> field.split("="))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LOCK      | id=a token=5          | true
          FAIR      | id=a token=5          | true
          READ      | id=a token=5          | true
          WRITE     | id=a token=5          | true
          LOCK      | token=5               | false
          LOCK      | id=a                  | false
          LOCK      | id=a token=five       | false
          POOL      | size=5                | true
          POOL      | permits=5             | false
          SEMAPHORE | permits=-5 size=5     | true
          SEMAPHORE | permits=5             | false
          SEMAPHORE | permits=5 size=many   | false
          LATCH     | count=5 initial=5     | true
          LATCH     | count=5               | false
          LATCH     | count=1234567890123456789 initial=5 | false
          """)
  void isOursOrNothing(LockKind kind, String fields, boolean expected) {
    assertThat(of(fields).isOursOrNothing(kind)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(LockKind.class)
  void isOursOrNothing_nothingIsThere_isTrue(LockKind kind) {
    StoredFields none = new StoredFields(Map.of());
    assertThat(none.isOursOrNothing(kind)).isTrue();
    assertThat(none.isThere()).isFalse();
  }

  @Test
  void number_ofAField_isZeroWithoutIt() {
    assertThat(of("count=-3").number("count")).isEqualTo(-3);
    assertThat(of("count=-3").number("initial")).isZero();
  }
}
