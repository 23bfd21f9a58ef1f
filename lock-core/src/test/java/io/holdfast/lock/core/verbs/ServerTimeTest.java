package io.holdfast.lock.core.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.LockRef;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTimeTest {

  private static final long AHEAD = 1_796_061_299_669L; // of the server's clock
  private static final long ASKED = -5000;
  private static final long TOOK = 1700;

  private static BlockedThread blocked(long since, long seen) {
    LockRef lock = new LockRef(LockKind.PLAIN, "a");
    return new BlockedThread("one", since, seen, lock, List.of(), List.of(lock));
  }

  /** Whenever the server looked at its clock, no thread seems to wait longer than it did. */
  @ParameterizedTest
  @ValueSource(longs = {0, 300, 1700})
  void there_wheneverTheServerLooked_isWithinWhatWasSeen(long looked) {
    ServerTime time = new ServerTime(ASKED, ASKED + TOOK, ASKED + looked + AHEAD);

    BlockedThread told = time.there(blocked(-40_000, -9000));

    assertThat(told.sinceMillis()).isBetween(-40_000 + AHEAD, -40_000 + AHEAD + TOOK);
    assertThat(told.seenMillis()).isBetween(-9000 + AHEAD - TOOK, -9000 + AHEAD);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 300, 1700})
  void here_wheneverTheServerLooked_isWithinWhatWasTold(long looked) {
    ServerTime time = new ServerTime(ASKED, ASKED + TOOK, ASKED + looked + AHEAD);

    BlockedThread heard = time.here(blocked(-40_000 + AHEAD, -9000 + AHEAD));

    assertThat(heard.sinceMillis()).isBetween(-40_000L, -40_000 + TOOK);
    assertThat(heard.seenMillis()).isBetween(-9000 - TOOK, -9000L);
  }
}
