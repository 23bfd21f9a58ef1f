package io.holdfast.lock.cli.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Has the workers do something, and waits until they report that they do; not for ever. */
final class Director {

  /** A JVM takes long to start on a machine that has much else to do. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Crew crew;
  private final History history;

  Director(Crew crew, History history) {
    this.crew = crew;
    this.history = history;
  }

  /** This one, just started, is ready. */
  void awaitReady(String name) throws InterruptedException {
    await("for " + name + " to be ready", () -> history.find(name, WorkerEvent.Ready.class, 0));
  }

  /** This one takes the lock and keeps it; the token of its hold. */
  long stayInside(String name) throws InterruptedException {
    long ordered = System.nanoTime();
    crew.order(name, new WorkerOrder.Stay());
    return awaitInside(name, ordered);
  }

  /** This one has the lock and keeps it, since then or later; the token of its hold. */
  long awaitInside(String name, long sinceNanos) throws InterruptedException {
    return await(
            "for " + name + " to be inside",
            () -> history.find(name, WorkerEvent.Inside.class, sinceNanos))
        .token();
  }

  /** This one waits for the lock. */
  void awaitWaiting(String name) throws InterruptedException {
    await(
        "for " + name + " to wait",
        () -> history.isWaiting(name) ? Optional.of(true) : Optional.empty());
  }

  /** This one stays no longer. */
  void finish(String name) throws InterruptedException {
    crew.order(name, new WorkerOrder.Finish());
    awaitRelease(name);
  }

  /** This one has released the lock; its last turn. */
  Turn awaitRelease(String name) throws InterruptedException {
    return await(
        "for the release of " + name,
        () -> lastTurn(name).filter(turn -> turn.releasedNanos().isPresent()));
  }

  /** The last turn of this one, if it had any. */
  Optional<Turn> lastTurn(String name) {
    return history.turns().stream()
        .filter(turn -> turn.worker().equals(name))
        .reduce((earlier, later) -> later);
  }

  /** Nobody does anything. */
  void restAll() throws InterruptedException {
    long ordered = System.nanoTime();
    crew.orderAll(new WorkerOrder.Rest());
    for (String name : crew.names()) {
      await("for " + name + " to rest", () -> history.find(name, WorkerEvent.Rests.class, ordered));
    }
  }

  private <T> T await(String what, Supplier<Optional<T>> probe) throws InterruptedException {
    return history
        .await(PATIENCE, probe)
        .orElseThrow(
            () -> new DemoFailure("waited %s s in vain %s".formatted(PATIENCE.toSeconds(), what)));
  }
}
