package io.holdfast.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class JainTest {

  @Test
  void index_ofEqualShares_isOne() {
    assertThat(Jain.index(7, 7, 7)).isEqualTo(1);
    assertThat(Jain.index(7)).isEqualTo(1);
  }

  @Test
  void index_ifOneOfFourHasAll_isAQuarter() {
    assertThat(Jain.index(0, 100, 0, 0)).isEqualTo(0.25);
  }

  @Test
  void index_ofUnequalShares_isTheSquareOfTheSumByTheSquares() {
    assertThat(Jain.index(1, 2, 3)).isCloseTo(36.0 / 42, within(1e-12));
  }

  @Test
  void index_ofNothing_isOne() {
    assertThat(Jain.index(0, 0)).isEqualTo(1);
  }
}
