package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientIdTest {

  @Test
  @DisplayName("failure 67: clients that were made alike have different ids")
  void create_again_isAnother() {
    Set<String> ids =
        IntStream.range(0, 1000).mapToObj(i -> ClientId.create("twin")).collect(Collectors.toSet());
    assertThat(ids).hasSize(1000).allMatch(id -> ClientId.labelOf(id + ":1:1").equals("twin"));
  }

  @ParameterizedTest
  @CsvSource({
    "web-3, web-3/7",
    "web-3.example.com, web-3/7",
    "10.20.30.40, 10.20.30.40/7",
    "order-service-7d9f8b6c5-x2x9z, -service-7d9f8b6c5-x2x9z/7",
    "höst, h-st/7",
  })
  void label_keepsWhatTellsHostsApart(String host, String label) {
    assertThat(ClientId.label(host, 7)).isEqualTo(label);
  }

  @Test
  void label_longest_isALabel() {
    String label = ClientId.label("a-very-long-name-of-a-host-indeed", 4_194_304);
    assertThat(ClientId.requireLabel(label)).endsWith("-a-host-indeed/4194304");
  }

  @ParameterizedTest
  @CsvSource({
    "a~b:1:5000, 1",
    "a~b:1:5000h, 1",
    "a~b:1:5000r, 1",
    "a~b:1:5000rh, 1",
    "a~b:1:5000p3, 3",
    "a~b:1:5000p3h, 3",
    "a~b:1:5000h:p7, 1",
  })
  void permitsOf_anyFormOfAnId_isWhatItAsksFor(String id, int permits) {
    assertThat(ClientId.permitsOf(id)).isEqualTo(permits);
  }
}
