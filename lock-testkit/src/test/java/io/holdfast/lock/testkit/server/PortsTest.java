package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortsTest {

  /** From there on systems give ports to outgoing connections. */
  private static final int EPHEMERAL = 32_768;

  @Test
  void choose_nodeOfACluster_hasItsSecondPortBelowThoseOfOutgoingConnections() {
    assertThat(IntStream.range(0, 500))
        .allMatch(i -> Ports.choose(OptionalInt.empty(), false, true).plain() + 10_000 < EPHEMERAL);
  }

  @Test
  void choose_ofOneServer_isBelowThoseOfOutgoingConnections() {
    assertThat(IntStream.range(0, 500))
        .allMatch(
            i -> {
              Ports ports = Ports.choose(OptionalInt.empty(), true, false);
              return ports.plain() < EPHEMERAL && ports.tls().orElseThrow() < EPHEMERAL;
            });
    assertThat(Ports.choose(OptionalInt.of(7777), false, true).plain()).isEqualTo(7777);
  }
}
