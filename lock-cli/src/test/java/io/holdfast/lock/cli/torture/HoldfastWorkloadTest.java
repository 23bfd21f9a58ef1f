package io.holdfast.lock.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class HoldfastWorkloadTest {

  private static int firstThatWorks(RuntimeException... before) {
    Queue<RuntimeException> failures = new ArrayDeque<>(List.of(before));
    return HoldfastWorkload.patiently(
        () -> {
          RuntimeException next = failures.poll();
          if (next != null) {
            throw next;
          }
          return 42;
        });
  }

  @Test
  void patiently_serverIsAwayAndThenGoesBeneathTheProbe_triesUntilItIsThere() {
    assertThat(
            firstThatWorks(
                new LockServerException("away", new IllegalStateException()),
                new LeaseLostException("probe", 7, LossCause.GONE)))
        .isEqualTo(42);
  }

  @Test
  void patiently_whatNoServerDoes_isThrown() {
    assertThatThrownBy(() -> firstThatWorks(new IllegalArgumentException("no address")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
