package io.holdfast.lock.testkit.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class RespAddressTest {

  @Test
  void parse_everything_isTaken() {
    assertThat(RespAddress.parse("rediss://me:p%40+s%20s@[::1]:7000/3"))
        .isEqualTo(
            new RespAddress(true, "[::1]", 7000, Optional.of("me"), Optional.of("p@+s s"), 3));
  }

  @Test
  void parse_passwordOnly_hasNoUser() {
    RespAddress expected =
        new RespAddress(false, "h", 6379, Optional.empty(), Optional.of("secret"), 0);
    assertThat(RespAddress.parse("redis://:secret@h")).isEqualTo(expected);
    assertThat(RespAddress.parse("redis://secret@h/")).isEqualTo(expected);
  }

  @Test
  void parse_otherScheme_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RespAddress.parse("http://h"))
        .withMessageContaining("http");
  }

  @Test
  void toString_hidesPassword() {
    assertThat(RespAddress.parse("redis://me:secret@h")).hasToString("h:6379");
  }
}
