package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The number of events that wait for listeners is bounded, wherever they wait in this client. */
class CallbacksTest {

  private static final int BOUND = Callbacks.MOST_WAITING;

  private final Queue<Runnable> ownQueue = new ArrayDeque<>();
  private final Queue<Runnable> offered = new ArrayDeque<>();
  private final Queue<Runnable> theirQueue = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();

  private Callbacks callbacks(CallbackDispatcher lane) {
    LockListener listener =
        new LockListener() {
          @Override
          public void differs(String name, long declared, long actual) {
            told.add(name);
          }
        };
    return new Callbacks(Callbacks.Lanes.all(lane), List.of(listener));
  }

  private static void tell(Callbacks callbacks, int count) {
    for (int i = 0; i < count; i++) {
      callbacks.tell(listener -> listener.differs("event", 0, 0));
    }
  }

  private static void runAll(Queue<Runnable> queue) {
    for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
      task.run();
    }
  }

  @Test
  @DisplayName("failure 171: more events than listeners can hear")
  void tell_listenersAreSlow_dropsWhatIsBeyondTheBoundAndCountsIt() {
    Callbacks callbacks = callbacks(CallbackDispatcher.to(ownQueue::add));

    tell(callbacks, BOUND + 7);

    assertThat(ownQueue).hasSize(BOUND);
    assertThat(callbacks.dropped()).isEqualTo(7);
    runAll(ownQueue);
    tell(callbacks, 1);
    runAll(ownQueue);
    assertThat(told).hasSize(BOUND + 1);
    assertThat(callbacks.dropped()).isEqualTo(7);
  }

  @Test
  @DisplayName("failure 171: more events than an executor takes that blocks")
  void tell_theirExecutorTakesNothing_dropsWhatIsBeyondTheBound() {
    Callbacks callbacks =
        callbacks(new CallbackDispatcher(theirQueue::add, offered::add, ownQueue::add));

    tell(callbacks, BOUND + 7);

    assertThat(offered).hasSize(BOUND); // the thread that hands over is blocked
    assertThat(callbacks.dropped()).isEqualTo(7);
  }

  @Test
  @DisplayName(
      "failure 171: more events than the client's own threads handle when an executor refuses")
  void tell_theirExecutorRefuses_dropsWhatIsBeyondTheBound() {
    Executor refusing =
        task -> {
          throw new IllegalStateException("for the test");
        };
    Callbacks callbacks = callbacks(new CallbackDispatcher(refusing, Runnable::run, ownQueue::add));

    tell(callbacks, BOUND + 7);

    assertThat(ownQueue).hasSize(BOUND);
    assertThat(callbacks.dropped()).isEqualTo(7);
  }

  @Test
  void tell_theirExecutorTakesAll_dropsNothing() {
    Callbacks callbacks =
        callbacks(new CallbackDispatcher(theirQueue::add, Runnable::run, ownQueue::add));

    tell(callbacks, BOUND + 7);

    assertThat(theirQueue).hasSize(BOUND + 7); // its queue is theirs, and so is its bound
    runAll(theirQueue);
    assertThat(told).hasSize(BOUND + 7);
    assertThat(callbacks.dropped()).isZero();
  }

  @Test
  @DisplayName("failure 175: no thread can be started to report an event")
  void tell_noThreadCanBeHad_doesNotCountAsWaiting() {
    AtomicBoolean isOut = new AtomicBoolean(true);
    Callbacks callbacks =
        callbacks(
            CallbackDispatcher.to(
                task -> {
                  if (isOut.get()) {
                    throw new OutOfMemoryError("unable to create native thread");
                  }
                  ownQueue.add(task);
                }));
    for (int i = 0; i <= BOUND; i++) {
      assertThatThrownBy(() -> tell(callbacks, 1)).isInstanceOf(OutOfMemoryError.class);
    }

    isOut.set(false);
    tell(callbacks, 1);
    runAll(ownQueue);

    assertThat(told).containsExactly("event");
    assertThat(callbacks.dropped()).isZero();
  }

  @Test
  void tellOfLoss_listenersAreSlow_isNotDropped() {
    Callbacks callbacks = callbacks(CallbackDispatcher.to(ownQueue::add));
    tell(callbacks, BOUND + 1);

    callbacks.tellOfLoss(listener -> listener.differs("loss", 0, 0));
    callbacks.runAtLoss(() -> told.add("holder"));

    runAll(ownQueue);
    assertThat(told).contains("loss", "holder");
  }

  @Test
  void lanes_ofOneExecutor_keepTheOrderInWhichThingsHappened() {
    CallbackDispatcher events =
        new CallbackDispatcher(theirQueue::add, Runnable::run, ownQueue::add);
    Callbacks.Lanes lanes =
        new Callbacks.Lanes(
            events,
            events.beside(ownQueue::add),
            events,
            events.beside(ownQueue::add),
            events,
            events);
    LockListener listener =
        new LockListener() {
          @Override
          public void differs(String name, long declared, long actual) {
            told.add(name);
          }
        };
    Callbacks callbacks = new Callbacks(lanes, List.of(listener));

    callbacks.tell(to -> to.differs("acquired", 0, 0));
    callbacks.runAtLoss(() -> told.add("holder"));
    callbacks.tellOfLoss(to -> to.differs("lost", 0, 0));
    callbacks.tell(to -> to.differs("acquired again", 0, 0));

    runAll(theirQueue);
    assertThat(told).containsExactly("acquired", "holder", "lost", "acquired again");
  }
}
