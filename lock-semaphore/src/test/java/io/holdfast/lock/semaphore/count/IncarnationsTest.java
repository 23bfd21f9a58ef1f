package io.holdfast.lock.semaphore.count;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.key.LockKeys;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IncarnationsTest {

  private static final LockKeys KEYS = new LockKeys("a", "l{a}", "q{a}");

  private final Incarnations incarnations = new Incarnations();

  @Test
  @DisplayName("failure 126: an answer that is handled late does not bring an older number back")
  void tellUnlessTold_anotherWasToldSince_keepsThat() {
    incarnations.tellUnlessTold(KEYS, OptionalLong.empty(), 1);
    OptionalLong before = incarnations.told(KEYS);
    incarnations.tellUnlessTold(KEYS, before, 2);
    incarnations.tellUnlessTold(KEYS, before, -1);
    assertThat(incarnations.told(KEYS)).hasValue(2);
  }

  @Test
  void tellUnlessTold_forgottenSince_staysSo() {
    incarnations.tellBorn(KEYS, 1);
    OptionalLong before = incarnations.told(KEYS);
    incarnations.forget(KEYS);
    incarnations.tellUnlessTold(KEYS, before, 1);
    assertThat(incarnations.told(KEYS)).isEmpty();
  }

  @Test
  void tellDeleted_earlierThanAnother_isNotTaken() {
    incarnations.tellBorn(KEYS, 5);
    incarnations.tellDeleted(KEYS, -20);
    incarnations.tellDeleted(KEYS, -10);
    assertThat(incarnations.told(KEYS)).hasValue(-20);
  }

  @Test
  void tellBorn_earlierThanAnother_isNotTaken() {
    incarnations.tellBorn(KEYS, 2);
    incarnations.tellBorn(KEYS, 1);
    assertThat(incarnations.told(KEYS)).hasValue(2);
  }
}
