package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.Verbs.Released;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class TurnoverReplyTest {

  private static final AskReply DEAD = new AskReply.Dead();
  private static final ServerFailure AWAY =
      new ServerFailure(ServerFailure.Kind.UNKNOWN, new IllegalStateException("away"));

  private final Queue<Runnable> later = new ConcurrentLinkedQueue<>();
  private final List<Outcome<Released>> told = new CopyOnWriteArrayList<>();

  /** In the thread of the test, which need not be the one that makes its object. */
  private TurnoverReply reply() {
    return new TurnoverReply(later::add, told::add);
  }

  private static Outcome<Released> answer(boolean wasHeld, AskReply next) {
    return new Outcome.Answered<>(new Released(wasHeld, Optional.of(next)));
  }

  private static void elsewhere(Runnable action) {
    CompletableFuture.runAsync(action, task -> new Thread(task).start()).join();
  }

  @Test
  void next_bothKnownInsideTheCall_isToldLater() {
    TurnoverReply reply = reply();
    reply.released(true);
    reply.next(new Outcome.Answered<>(DEAD));
    assertThat(told).isEmpty();
    later.remove().run();
    assertThat(told).containsExactly(answer(true, DEAD));
    assertThat(later).isEmpty();
  }

  @Test
  void released_theLastOfBothByAnotherThread_isToldThere() {
    TurnoverReply reply = reply();
    reply.next(new Outcome.Answered<>(DEAD));
    elsewhere(() -> reply.released(new Outcome.Answered<>(false)));
    assertThat(told).containsExactly(answer(false, DEAD));
    assertThat(later).isEmpty();
  }

  @Test
  void released_notKnown_countsAsHeld() {
    TurnoverReply reply = reply();
    elsewhere(() -> reply.released(new Outcome.Failed<>(AWAY)));
    assertThat(told).isEmpty();
    elsewhere(() -> reply.next(new Outcome.Answered<>(DEAD)));
    assertThat(told).containsExactly(answer(true, DEAD));
  }

  @Test
  void next_failed_isToAskAgainAtOnce() {
    TurnoverReply reply = reply();
    elsewhere(() -> reply.next(new Outcome.Failed<>(AWAY)));
    elsewhere(() -> reply.released(true));
    assertThat(told).containsExactly(answer(true, new AskReply.Undecided(0)));
  }
}
