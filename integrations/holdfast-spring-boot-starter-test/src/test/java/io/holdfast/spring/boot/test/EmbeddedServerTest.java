package io.holdfast.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EmbeddedServerTest {

  @Test
  void start_jedisTooOld_namesTheProperty() {
    assertThatThrownBy(
            () ->
                EmbeddedServer.start(
                    () -> {
                      throw new NoSuchMethodError("serverDefaultProtocol()");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("jedis.version");
  }
}
