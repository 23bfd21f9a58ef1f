package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tickets of one client have claims of different lengths. */
@ExtendWith(RedisServerExtension.class)
class WaitingCountIT {

  @ParameterizedTest
  @CsvSource({"5000,300000", "300000,5000"})
  @DisplayName(
      "failure 179: a client that was silent for 10 s has a ticket of 5 s and one of 300 s")
  void inspect_oneOfTwoClaimsIsOver_countsTheOther(
      String first, String second, @FreshServer RedisServer fresh) {
    RespClient server = fresh.admin();
    List<String> time = server.texts("TIME");
    long now = Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1));
    server.command("ZADD", "q{x}", "-1000", "#seq", "7", "me:1:" + first, "8", "me:2:" + second);
    server.command("ZADD", "q{x}", Long.toString(10_000_000 - now), "me");

    List<?> reply =
        server.array("EVAL", LockScripts.EXCLUSIVE.inspect().text(), "2", "l{x}", "q{x}");

    assertThat(reply.get(1)).isEqualTo(1L);
  }
}
