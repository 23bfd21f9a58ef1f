package io.holdfast.lock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CounterStoreTest {

  @Test
  void write_byTwoThatReadTheSame_losesAnUpdate() throws Exception {
    try (CounterStore store = CounterStore.open();
        CounterClient a = new CounterClient(store.port(), "a");
        CounterClient b = new CounterClient(store.port(), "b")) {
      long seenByA = a.read();
      long seenByB = b.read();

      assertThat(a.write(1, seenByA + 1)).isEmpty();
      assertThat(b.write(2, seenByB + 1)).isEmpty();

      assertThat(store.value()).as("unprotected, as it should be").isEqualTo(1);
      assertThat(store.writes())
          .containsExactly(
              new CounterStore.Write("a", 1, 1, true), new CounterStore.Write("b", 2, 1, true));
    }
  }

  @Test
  void write_withATokenBelowTheHighest_isRefused() throws Exception {
    try (CounterStore store = CounterStore.open();
        CounterClient client = new CounterClient(store.port(), "a")) {
      assertThat(client.write(7, 1)).isEmpty();
      assertThat(client.write(7, 2)).isEmpty();

      assertThat(client.write(6, 3)).hasValue(7);

      assertThat(store.value()).isEqualTo(2);
    }
  }
}
