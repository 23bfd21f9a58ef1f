package io.holdfast.lock.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IgnoredSignalsTest {

  @ParameterizedTest
  @ValueSource(strings = {"0000000000000002", "0000000000000001", "0000000000001007"})
  void undoing_hangupOrInterruptIgnored_startsWithTheirDefault(String mask) {
    assertThat(IgnoredSignals.undoing(List.of("Name:\tjava", "SigIgn:\t" + mask, "SigCgt:\t3")))
        .containsExactly("env", "--default-signal=HUP,INT");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000000000000000", "0000000000001004", "8000000000000000"})
  void undoing_othersIgnored_nothing(String mask) {
    assertThat(IgnoredSignals.undoing(List.of("SigBlk:\t3", "SigIgn:\t" + mask))).isEmpty();
  }

  @Test
  void undoing_noMask_nothing() {
    assertThat(IgnoredSignals.undoing(List.of("Name:\tjava"))).isEmpty();
  }
}
