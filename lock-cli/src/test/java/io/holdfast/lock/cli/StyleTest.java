package io.holdfast.lock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StyleTest {

  @Test
  void of_pipe_isPlain() {
    Style style = Style.of(false, Map.of("TERM", "xterm"));

    assertThat(style.isLive()).isFalse();
    assertThat(style.heading("x")).isEqualTo("x");
  }

  @Test
  void of_terminal_hasColoursUnlessNoColorIsSet() {
    assertThat(Style.of(true, Map.of("TERM", "xterm")).heading("x"))
        .isEqualTo("\u001b[1mx\u001b[0m");
    assertThat(Style.of(true, Map.of("NO_COLOR", "")).hasColours()).isTrue();
    Style style = Style.of(true, Map.of("TERM", "xterm", "NO_COLOR", "1"));
    assertThat(style.isLive()).isTrue();
    assertThat(List.of(style.heading("x"), style.busy("x"), style.wrong("x"))).containsOnly("x");
  }

  @Test
  void of_dumbTerminal_isPlain() {
    assertThat(Style.of(true, Map.of("TERM", "dumb"))).isEqualTo(new Style(false, false));
  }
}
