package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.Permit;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What {@code reset} takes, and from which holders. */
public abstract class PoolResetContract extends PoolSuite {

  private final List<LossCause> causes = new CopyOnWriteArrayList<>();

  private void awaitLosses(int count) {
    Eventually.within(AT_ONCE)
        .expect("losses", () -> List.copyOf(causes), told -> told.size() == count);
    assertThat(causes).containsOnly(LossCause.FORCED);
  }

  @Test
  void reset_unused_saysThatThereWasNothing() {
    assertThat(pool.reset()).isFalse();
    assertThat(pool.inspect().size()).isZero();
  }

  @Test
  void reset_permitsOut_tellsEveryHolder() throws Exception {
    Permit mine = pool.acquire(1);
    Permit theirs = others.acquire(3);
    mine.onLost(causes::add);
    theirs.onLost(causes::add);

    assertThat(others.reset()).isTrue();

    awaitLosses(2);
    assertThat(mine.isValid() || theirs.isValid()).isFalse();
    assertThat(others.inspect().size()).as("the pool is gone").isZero();
    assertThatThrownBy(mine::close)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.FORCED));
  }

  @Test
  void reset_nobodyWaits_thePoolBeginsAnewAndTokensRise() throws Exception {
    Permit all = pool.acquire(SIZE);
    assertThat(others.reset()).isTrue();
    try (Permit two = open(ClientSpec.defaults()).pool(name, 2).acquire(2)) {
      assertThat(others.inspect().size()).isEqualTo(2);
      assertThat(two.token()).isGreaterThan(all.token());
      assertThatThrownBy(all::close).isInstanceOf(LeaseLostException.class);
      assertThat(two.isValid()).isTrue();
      assertThat(out()).as("who lost gives nothing back").isEqualTo(2);
    }
  }

  @Test
  void reset_othersWait_servesThemFromAll() throws Exception {
    Permit all = pool.acquire(SIZE);
    all.onLost(causes::add);
    CompletableFuture<Permit> first = queue(others, 3);
    CompletableFuture<Permit> second = queue(pool, 1);
    CompletableFuture<Permit> third = queue(another(), 1);

    assertThat(others.reset()).isTrue();

    assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(LIMIT);
    stays(SHORT, "all are out", () -> !third.isDone());
    awaitLosses(1);
    assertThat(others.inspect().size()).isEqualTo(SIZE);
    assertThat(out()).isEqualTo(SIZE);
    assertThatThrownBy(all::close).isInstanceOf(LeaseLostException.class);
    stays(SHORT, "it gives nothing back", () -> !third.isDone());
    first.join().close();
    assertThat(third).succeedsWithin(LIMIT);
    closeAll(List.of(second, third));
  }

  @Test
  void reset_again_tellsNobodyTwice() throws Exception {
    Permit all = pool.acquire(SIZE);
    all.onLost(causes::add);
    assertThat(others.reset()).isTrue();
    assertThat(pool.reset()).isFalse();
    awaitLosses(1);
    stays(SHORT, "told once", () -> causes.size() == 1);
  }
}
