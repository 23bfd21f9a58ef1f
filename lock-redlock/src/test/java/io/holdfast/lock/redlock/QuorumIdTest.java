package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The quorum that an epoch names. */
class QuorumIdTest {

  @Test
  void of_epoch_isBetweenTheProcessAndTheTime() {
    assertThat(QuorumId.of("ab:- 00000000000000a1/5 1700000000000000"))
        .contains(new QuorumId("00000000000000a1", 5));
    assertThat(QuorumId.of("ab:1234abcd c3/31 17")).contains(new QuorumId("c3", 31));
  }

  /** The epoch of a server that serves none yet, or has not begun; or of an earlier version. */
  @Test
  void of_epochWithoutAQuorum_isNothing() {
    assertThat(QuorumId.of("ab:- 1700000000000000")).isEqualTo(Optional.empty());
    assertThat(QuorumId.of("")).isEqualTo(Optional.empty());
  }

  @Test
  void drawn_always_isReadAgain() {
    QuorumId drawn = QuorumId.drawn(3);
    assertThat(drawn.id()).matches("[0-9a-f]{16}");
    assertThat(QuorumId.of("ab:- " + drawn + " 17")).contains(drawn);
    assertThat(QuorumId.drawn(3)).isNotEqualTo(drawn);
  }
}
