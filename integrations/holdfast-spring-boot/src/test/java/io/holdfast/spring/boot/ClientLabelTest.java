package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.HoldfastSettings;
import org.junit.jupiter.api.Test;

class ClientLabelTest {

  @Test
  void of_short_hasAllParts() {
    assertThat(ClientLabel.of("orders", "web-3.example.com", 4711)).isEqualTo("orders@web-3/4711");
  }

  @Test
  void of_long_isAcceptedByTheClient() {
    String label =
        ClientLabel.of(
            "a very long name of an application", "order-service-7d9f8b6c5-x2x9z", 1234567);
    assertThat(label).endsWith("x2x9z/1234567").startsWith("a-very-long-").hasSize(32);
    HoldfastSettings.builder().clientLabel(label).build();
  }
}
