package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.StackEnd;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Near the end of a stack there is no room for a request, and still farther away none for a call.
 */
class StackRoomTest {

  private static final Duration SOON = Duration.ofMinutes(1);

  /** On the way back from the end, frame by frame. */
  private final AtomicInteger looks = new AtomicInteger();

  private final AtomicInteger firstWithRoomForRequest = new AtomicInteger();
  private final AtomicInteger firstWithRoomForCall = new AtomicInteger();

  @Test
  void require_nearTheEndOfTheStack_throws() throws Exception {
    for (long i = 0; i < 1000; i++) { // as it is compiled later, too
      StackRoom.requireForRequest(i << 10);
      StackRoom.requireForCall();
    }

    assertThat(StackEnd.tryAt(0, this::look, () -> {}, SOON)).isTrue();

    assertThat(firstWithRoomForRequest).hasValueGreaterThan(1);
    assertThat(firstWithRoomForCall.get()).isGreaterThan(firstWithRoomForRequest.get() + 1);
  }

  private void look() {
    int look = looks.incrementAndGet();
    StackRoom.requireForRequest(Long.MAX_VALUE);
    firstWithRoomForRequest.compareAndSet(0, look);
    StackRoom.requireForCall();
    firstWithRoomForCall.set(look);
  }
}
