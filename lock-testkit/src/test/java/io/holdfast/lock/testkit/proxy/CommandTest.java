package io.holdfast.lock.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTest {

  private static final String TEXT = "return redis.call('GET', KEYS[1])";

  @Test
  void script_any_isAlsoWhatNewerServersHaveInItsPlace() {
    for (String name : List.of("EVAL", "evalsha", "DELEX", "DelIfEq")) {
      assertThat(Command.script().fits(List.of(name, "k", "v"))).as(name).isTrue();
    }
    assertThat(Command.script().fits(List.of("DEL", "k"))).isFalse();
  }

  @Test
  void script_byTextOrDigest_fitsBothAndNoOther() {
    Command script = Command.script(TEXT, "5ha1");
    assertThat(script.fits(List.of("EVALSHA", "5ha1", "1", "k"))).isTrue();
    assertThat(script.fits(List.of("eval", TEXT, "1", "k"))).isTrue();
    assertThat(script.fits(List.of("EVAL", TEXT.substring(0, 12)))).as("its beginning").isTrue();

    assertThat(script.fits(List.of("EVALSHA", "other", "1", "5ha1"))).isFalse();
    assertThat(script.fits(List.of("EVAL", "return 1", "1", TEXT))).isFalse();
    assertThat(script.fits(List.of("GET", TEXT))).isFalse();
    assertThat(script.fits(List.of("EVAL"))).isFalse();
  }
}
