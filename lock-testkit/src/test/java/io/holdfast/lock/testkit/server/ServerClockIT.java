package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.lock.testkit.resp.RespClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServerClockIT {

  static List<Named<RedisBinary>> programs() {
    Optional<RedisBinary> embedded =
        EmbeddedBinary.extract().map(program -> RedisBinary.at(program, "embedded"));
    return Stream.concat(Stream.of(RedisBinary.locate()), embedded.stream())
        .distinct()
        .map(program -> Named.of(program.toString(), program))
        .toList();
  }

  private static void assumeClock(RedisBinary program) {
    Optional<String> whyNot = ServerClock.whyNot(program);
    assumeTrue(whyNot.isEmpty(), () -> whyNot.orElse(""));
  }

  /** What the server takes for now is so far from our now, give or take a tenth of a second. */
  private static void assertAhead(RespClient client, Duration offset) {
    double before = System.currentTimeMillis() / 1e3;
    List<String> time = client.texts("TIME");
    double after = System.currentTimeMillis() / 1e3;
    double there = Long.parseLong(time.get(0)) + Long.parseLong(time.get(1)) / 1e6;
    double ahead = offset.toMillis() / 1e3;
    assertThat(there).isBetween(before + ahead - 0.1, after + ahead + 0.1);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void jump_eitherWay_movesTimeAndExpiry(RedisBinary program) {
    assumeClock(program);
    try (ServerClock clock = ServerClock.create();
        RedisServer server = RedisServer.builder().binary(program).clock(clock).start();
        RespClient client = RespClient.connect(server.uri())) {
      assertAhead(client, Duration.ZERO);
      client.text("SET", "k", "v", "PX", "30000");

      clock.jump(Duration.ofMinutes(-1));
      assertAhead(client, Duration.ofMinutes(-1));
      assertThat(client.number("PTTL", "k")).isBetween(60_000L, 90_100L);

      clock.jump(Duration.ofMinutes(1).plusMillis(1500));
      assertThat(clock.offset()).isEqualTo(Duration.ofMillis(1500));
      assertAhead(client, Duration.ofMillis(1500));
      assertThat(client.number("EXISTS", "k")).isEqualTo(1);

      clock.set(Duration.ofSeconds(31));
      assertThat(client.number("EXISTS", "k")).isZero();
      assertThat(server.clock()).isSameAs(clock);

      clock.reset();
      assertAhead(client, Duration.ZERO);
    }
  }

  @Test
  void clock_ofTwoServers_shiftsBoth_alsoAfterARestart() {
    assumeClock(RedisBinary.locate());
    try (ServerClock clock = ServerClock.create();
        RedisServer one = RedisServer.builder().clock(clock).start();
        RedisServer other = RedisServer.builder().clock(clock).start();
        RedisServer stranger = RedisServer.start()) {
      clock.set(Duration.ofSeconds(100));
      one.restart();
      assertAhead(one.admin(), Duration.ofSeconds(100));
      assertAhead(other.admin(), Duration.ofSeconds(100));
      assertAhead(stranger.admin(), Duration.ZERO);
      assertThatIllegalStateException()
          .isThrownBy(stranger::clock)
          .withMessageContaining("without a clock");
    }
  }
}
