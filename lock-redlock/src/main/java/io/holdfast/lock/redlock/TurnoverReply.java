package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Verbs.Released;
import io.holdfast.lock.core.server.Outcome;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request that ends one acquisition and asks for the next: what became of the one,
 * and what the other is told. It is told when both are known, and never inside the call that asks.
 * Any thread.
 */
final class TurnoverReply {

  private final Consumer<Runnable> later;
  private final Consumer<Outcome<Released>> then;
  private final Thread caller = Thread.currentThread();
  private final Monitor monitor = new Monitor();

  // Guarded by the monitor.
  private @Nullable Boolean wasHeld;
  private @Nullable AskReply next;

  /**
   * To be asked for in this thread.
   *
   * @param later does what is not to be done inside the call
   */
  TurnoverReply(Consumer<Runnable> later, Consumer<Outcome<Released>> then) {
    this.later = later;
    this.then = then;
  }

  /** The one has ended. If that is not known, then with its lease: as held. */
  void released(Outcome<Boolean> outcome) {
    released(!(outcome instanceof Outcome.Answered<Boolean> answer) || answer.reply());
  }

  void released(boolean asHeld) {
    monitor.run(
        () -> {
          wasHeld = asHeld;
          tellIfBoth();
        });
  }

  /** The next has been answered. If that failed it asks again, and hears it then. */
  void next(Outcome<AskReply> outcome) {
    monitor.run(
        () -> {
          next =
              outcome instanceof Outcome.Answered<AskReply> answer
                  ? answer.reply()
                  : new AskReply.Undecided(0);
          tellIfBoth();
        });
  }

  private void tellIfBoth() {
    Boolean held = wasHeld;
    AskReply reply = next;
    if (held == null || reply == null) {
      return;
    }
    Outcome<Released> both = new Outcome.Answered<>(new Released(held, Optional.of(reply)));
    if (Thread.currentThread().equals(caller)) {
      later.accept(() -> then.accept(both));
    } else {
      monitor.afterwards(() -> then.accept(both));
    }
  }
}
