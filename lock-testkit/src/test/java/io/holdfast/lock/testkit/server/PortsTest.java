package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PortsTest {

  /** From there on systems give ports to outgoing connections. */
  private static final int EPHEMERAL = 32_768;

  /** By chance some of 1,200 ports would be the same. */
  private static final int MANY = 400;

  @Test
  void choose_nodeOfACluster_hasItsSecondPortBelowThoseOfOutgoingConnections() {
    assertThat(IntStream.range(0, 500))
        .allMatch(
            i -> {
              try (Ports ports = Ports.choose(OptionalInt.empty(), false, true)) {
                return ports.plain() + 10_000 < EPHEMERAL;
              }
            });
  }

  @Test
  void choose_ofOneServer_isBelowThoseOfOutgoingConnections() {
    assertThat(IntStream.range(0, 500))
        .allMatch(
            i -> {
              try (Ports ports = Ports.choose(OptionalInt.empty(), true, false)) {
                return ports.plain() < EPHEMERAL && ports.tls().orElseThrow() < EPHEMERAL;
              }
            });
    try (Ports ports = Ports.choose(OptionalInt.of(7777), false, true)) {
      assertThat(ports.plain()).isEqualTo(7777);
    }
  }

  /** No server listens at any of them, as while one is down for a restart. */
  @Test
  void choose_whileOthersAreKept_givesNoneTwice() {
    List<Ports> kept = new ArrayList<>();
    try {
      for (int i = 0; i < MANY; i++) {
        kept.add(Ports.choose(OptionalInt.empty(), true, true));
      }

      assertThat(kept.stream().flatMap(PortsTest::numbers)).doesNotHaveDuplicates();
    } finally {
      kept.forEach(Ports::close);
    }
  }

  private static Stream<Integer> numbers(Ports ports) {
    return Stream.of(ports.plain(), ports.plain() + 10_000, ports.tls().orElseThrow());
  }
}
