package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.LockRef;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockedBoardTest {

  private static final LockRef LOCK = new LockRef(LockKind.PLAIN, "a");

  private long nowNanos = -Duration.ofHours(1).toNanos();
  private final BlockedBoard board = new BlockedBoard(() -> nowNanos);

  private BlockedThread seenNow(String name) {
    long now = board.nowMillis();
    return new BlockedThread(name, now - 1000, now, LOCK, List.of(), List.of(LOCK));
  }

  @Test
  void threads_ofSeveralSources_areOfAll() {
    BlockedThread one = seenNow("one");
    BlockedThread two = seenNow("two");
    board.set("plain", List.of(seenNow("before")));
    board.set("plain", List.of(one));
    board.set("quorum", List.of(two));
    assertThat(board.threads()).containsExactlyInAnyOrder(one, two);
    board.set("plain", List.of());
    assertThat(board.threads()).containsExactly(two);
  }

  /** Who told of them may be closed, or its looks may fail. */
  @Test
  void threads_thatWereNotSeenLately_areForgotten() {
    board.set("closed", List.of(seenNow("one")));
    nowNanos += BlockedBoard.LASTING.toNanos();
    assertThat(board.threads()).hasSize(1);
    nowNanos += Duration.ofMillis(1).toNanos();
    assertThat(board.threads()).isEmpty();
    board.set("plain", List.of(seenNow("two")));
    assertThat(board.sources()).isEqualTo(1);
  }
}
