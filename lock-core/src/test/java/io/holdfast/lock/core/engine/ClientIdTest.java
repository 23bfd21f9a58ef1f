package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClientIdTest {

  @Test
  @DisplayName("failure 67: clients that were made alike are not taken for one")
  void create_again_isAnother() {
    Set<String> ids =
        IntStream.range(0, 1000).mapToObj(i -> ClientId.create("twin")).collect(Collectors.toSet());
    assertThat(ids).hasSize(1000).allMatch(id -> ClientId.labelOf(id + ":1:1").equals("twin"));
  }
}
