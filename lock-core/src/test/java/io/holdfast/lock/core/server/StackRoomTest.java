package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** If the look says that there is room, there is. */
class StackRoomTest {

  private static final Duration SOON = Duration.ofMinutes(1);

  /** Plain frames that go into 8 KiB when they are interpreted, and so are largest. */
  private static final int FRAMES_OF_REQUEST = 75;

  /** The same of 24 KiB. */
  private static final int FRAMES_OF_CALL = 225;

  private final List<Integer> lies = Collections.synchronizedList(new ArrayList<>());

  @Test
  @DisplayName(
      "failure 118: there is the room of a call that was seen, however the look is compiled")
  void requireForCall_howeverItIsCompiled_isTrue() throws Exception {
    assertIsTrue(StackRoom::requireForCall, FRAMES_OF_CALL);
  }

  @Test
  @DisplayName(
      "failure 118: there is the room of a request that was seen, however the look is compiled")
  void requireForRequest_howeverItIsCompiled_isTrue() throws Exception {
    assertIsTrue(StackRoom::requireForRequest, FRAMES_OF_REQUEST);
  }

  /** From the end of the stack on, in each frame on the way back. */
  private void assertIsTrue(Runnable require, int frames) throws Exception {
    for (int i = 0; i < 20; i++) {
      int round = i;
      Runnable look =
          () -> {
            require.run();
            take(frames, round);
          };
      assertThat(StackEnd.tryAt(i, look, () -> {}, SOON)).isTrue();
    }
    assertThat(lies).as("rounds in which there was less room than was said").isEmpty();
  }

  private void take(int frames, int round) {
    try {
      down(frames);
    } catch (StackOverflowError e) {
      lies.add(round);
      throw e;
    }
  }

  private static int down(int frames) {
    return frames == 0 ? 0 : down(frames - 1) + 1;
  }
}
