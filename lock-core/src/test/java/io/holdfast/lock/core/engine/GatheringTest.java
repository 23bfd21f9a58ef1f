package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatheringTest {

  @Test
  void says_all_areToldOnceInTheirOrder() {
    List<List<String>> told = new ArrayList<>();
    Gathering<String> gathering = new Gathering<>(3, told::add);
    gathering.says(2, "c");
    gathering.says(0, "a");
    assertThat(told).isEmpty();
    gathering.says(1, "b");
    assertThat(told).containsExactly(List.of("a", "b", "c"));
  }
}
