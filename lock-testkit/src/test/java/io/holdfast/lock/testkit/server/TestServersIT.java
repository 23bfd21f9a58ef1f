package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class TestServersIT {

  @Test
  void connect_toARunningServer_usesItAndLeavesItRunning(TestServer running) {
    try (TestServer same = TestServers.connect(running.uri())) {
      assertThat(same.uri()).isEqualTo(running.uri());
      assertThat(same.version()).isEqualTo(running.version());
      same.admin().text("SET", "where", "here");
    }
    assertThat(running.admin().text("GET", "where")).isEqualTo("here");
    running.admin().number("DEL", "where");
  }

  @Test
  void connect_whereNobodyListens_throws() {
    assertThatThrownBy(() -> TestServers.connect("redis://127.0.0.1:1"))
        .isInstanceOf(UncheckedIOException.class);
  }
}
