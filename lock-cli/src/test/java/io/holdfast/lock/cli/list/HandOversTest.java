package io.holdfast.lock.cli.list;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.core.gate.Revocable.Held;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandOversTest {

  private final HandOvers handOvers = new HandOvers();
  private long seconds;

  private void seen(String... ids) {
    List<Held> holders =
        Arrays.stream(ids)
            .map(id -> new Held(id, "x", 1, Duration.ofSeconds(1), OptionalLong.of(1)))
            .toList();
    handOvers.seen(
        new Entry.Owned(LockKind.LOCK, "a", holders, 0, 0), TimeUnit.SECONDS.toNanos(seconds++));
  }

  @Test
  void perSecond_oneLook_isNotKnown() {
    seen("a:1");

    assertThat(handOvers.perSecond()).isEqualTo("-");
  }

  @Test
  void perSecond_sameHolder_isZero() {
    seen("a:1");
    seen("a:1");

    assertThat(handOvers.perSecond()).isEqualTo("0.0");
  }

  @Test
  void perSecond_someChanges_isTheirRate() {
    seen("a:1");
    seen("b:1");
    seen("b:1");
    seen("a:2");
    seen("a:2");

    assertThat(handOvers.perSecond()).isEqualTo("0.5");
  }

  @Test
  void perSecond_changedAtEachLook_mayBeMore() {
    seen("a:1");
    seen("b:1");
    seen("a:2");

    assertThat(handOvers.perSecond()).isEqualTo("1.0+");
  }

  @Test
  void perSecond_onlyTheLastTenIntervals_count() {
    seen("a:1");
    for (int i = 0; i < 11; i++) {
      seen("b:1");
    }

    assertThat(handOvers.perSecond()).isEqualTo("0.0");
  }

  @Test
  void perSecond_severalHolders_countsThoseThatCame() {
    seen("a:1", "b:1");
    seen("a:1", "c:1");

    assertThat(handOvers.perSecond()).isEqualTo("1.0");
  }
}
