package io.holdfast.lock.testkit.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MastersIT {

  @Test
  void start_three_areMastersThatKnowNothingOfEachOther() {
    Masters closed;
    try (Masters masters = Masters.start(3)) {
      closed = masters;
      Set<String> runs = new HashSet<>();
      for (int i = 0; i < masters.size(); i++) {
        try (RespClient client = RespClient.connect(masters.uris().get(i))) {
          client.text("SET", "who", Integer.toString(i));
        }
        assertThat(masters.proxy(i).counters().commands()).isPositive();
        runs.add(masters.server(i).info("server").get("run_id"));
        assertThat(masters.server(i).info("replication")).containsEntry("role", "master");
      }
      assertThat(runs).hasSize(3);
      assertThat(masters.servers())
          .extracting(server -> server.admin().text("GET", "who"))
          .containsExactly("0", "1", "2");
    }
    assertThat(closed.servers()).noneMatch(RedisServer::isRunning);
  }

  @Test
  void start_oneCannot_noneIsLeft() {
    long before = servers();
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                Masters.start(
                    3,
                    i ->
                        i == 1
                            ? RedisServer.builder().directive("maxmemory", "much")
                            : RedisServer.builder()))
        .withMessage("not every master could be started")
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessageContaining("maxmemory"));
    assertThat(servers()).isEqualTo(before);
  }

  private static long servers() {
    return ProcessHandle.current()
        .children()
        .filter(
            child -> child.info().command().filter(path -> path.contains("-server")).isPresent())
        .count();
  }
}
