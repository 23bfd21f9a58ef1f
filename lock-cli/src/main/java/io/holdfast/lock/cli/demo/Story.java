package io.holdfast.lock.cli.demo;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.cli.demo.Evidence.HandOver;
import io.holdfast.lock.cli.demo.Evidence.Strike;
import io.holdfast.lock.cli.demo.Evidence.Thaw;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The chapters of the demo: gives the orders, shows what happens, brings in the evidence. */
final class Story {

  private static final Duration SHORT_WHILE = Duration.ofMillis(500);
  private static final Duration SLOW_SECTION = Duration.ofMillis(100);
  private static final Duration SHORT_SECTION = Duration.ofMillis(10);
  private static final int LOST_IN_LEASES = 5; // without a turn: nobody carries on

  private final Crew crew;
  private final Director director;
  private final History history;
  private final CounterStore counter;
  private final DistributedLock lock;
  private final Duration lease;
  private final Screen screen;
  private final Timeline timeline;
  private final Pace pace;
  private final List<String> names;

  Story(
      Crew crew,
      History history,
      CounterStore counter,
      DistributedLock lock,
      Duration lease,
      Screen screen,
      Pace pace,
      int workers) {
    this.crew = crew;
    this.director = new Director(crew, history);
    this.history = history;
    this.counter = counter;
    this.lock = lock;
    this.lease = lease;
    this.screen = screen;
    this.timeline = new Timeline(history, screen);
    this.pace = pace;
    this.names = IntStream.rangeClosed(1, workers).mapToObj(n -> "worker-" + n).toList();
  }

  /** Tells it all. */
  Evidence tell() throws InterruptedException {
    HandOver handOver = twoWorkers();
    slowMotion();
    fullSpeed();
    Strike kill = killed();
    Strike freeze = frozen();
    Thaw thaw = thawed(freeze);
    director.restAll();
    return new Evidence(
        names.size(),
        history.turns(),
        counter.writes(),
        counter.value(),
        lease,
        handOver,
        kill,
        freeze,
        thaw,
        leftAtServer());
  }

  private HandOver twoWorkers() throws InterruptedException {
    String first = names.get(0);
    String second = names.get(1);
    screen.chapter("Two workers: the second gets the lock the moment the first releases it");
    crew.start(first);
    director.awaitReady(first);
    long token = director.stayInside(first);
    long since = System.nanoTime();
    screen.event(
        "%s (pid %s) holds the lock, token %s, for %s"
            .formatted(first, crew.pid(first), token, Text.seconds(pace.firstHold().toNanos())));
    names.stream().skip(1).forEach(crew::start);
    for (String name : names.subList(1, names.size())) {
      director.awaitReady(name);
    }
    crew.order(second, new WorkerOrder.Stay());
    long asked = System.nanoTime();
    director.awaitWaiting(second);
    screen.event("%s (pid %s), started later, waits".formatted(second, crew.pid(second)));
    showEach(
        Duration.ofNanos(
            Math.max(
                since + pace.firstHold().toNanos() - System.nanoTime(), SHORT_WHILE.toNanos())),
        now -> screen.event(history.holder().orElse("nobody") + " holds, " + second + " waits"));
    crew.order(first, new WorkerOrder.Finish());
    long secondToken = director.awaitInside(second, asked);
    showHandOver(first, second);
    director.finish(second);
    return new HandOver(token, secondToken);
  }

  private void showHandOver(String first, String second) throws InterruptedException {
    Turn before = director.awaitRelease(first);
    Turn after = director.lastTurn(second).orElseThrow();
    screen.at(before.releasedNanos().orElse(0), first + " releases");
    screen.alarm(
        after.acquiredNanos(),
        "%s holds the lock, token %s: %s after the release"
            .formatted(second, after.token(), Text.micros(after.handOverNanos(before).orElse(0))));
  }

  private void slowMotion() throws InterruptedException {
    screen.chapter(
        "Slow motion: %s workers, sections of %s, every hand-over"
            .formatted(names.size(), Text.millis(SLOW_SECTION.toNanos())));
    crew.orderAll(new WorkerOrder.Contend(SLOW_SECTION));
    timeline.everyTurn(pace.slowMotion());
    director.restAll();
  }

  private void fullSpeed() throws InterruptedException {
    screen.chapter("Full speed: read the counter, write back its successor, no pause");
    crew.orderAll(new WorkerOrder.Contend(Duration.ZERO));
    timeline.everySecond(pace.fullSpeed());
    director.restAll();
    screen.event("the counter stands at " + counter.value());
  }

  private Strike killed() throws InterruptedException {
    String victim = names.get(1);
    screen.chapter("SIGKILL: the holder dies without a word");
    Strike strike = takeInside(victim);
    long nanos = System.nanoTime();
    crew.kill(victim);
    screen.alarm(nanos, "kill -KILL: " + victim + " is dead, its lock is still at the server");
    carryOn(victim, nanos);
    return new Strike(victim, strike.token(), nanos);
  }

  private Strike frozen() throws InterruptedException {
    String victim = names.get(2);
    screen.chapter("SIGSTOP: the holder freezes, as in a long pause of its garbage collector");
    Strike strike = takeInside(victim);
    long nanos = System.nanoTime();
    crew.freeze(victim);
    screen.alarm(nanos, "kill -STOP: " + victim + " stands still and does not know it");
    carryOn(victim, nanos);
    return new Strike(victim, strike.token(), nanos);
  }

  private Thaw thawed(Strike frozen) throws InterruptedException {
    String victim = frozen.worker();
    crew.order(victim, new WorkerOrder.Finish()); // it finds this when it runs again
    long nanos = System.nanoTime();
    crew.thaw(victim);
    screen.alarm(nanos, "kill -CONT: " + victim + " runs again and goes on where it was");
    Optional<WorkerEvent.Refused> refused =
        history.await(
            lease.plus(SHORT_WHILE), () -> history.find(victim, WorkerEvent.Refused.class, nanos));
    refused.ifPresent(
        event ->
            screen.alarm(
                event.nanos(),
                "stale write with token %s refused: the counter has seen %s"
                    .formatted(event.token(), event.highest())));
    Optional<WorkerEvent.Lost> lost =
        history.await(
            lease.plus(SHORT_WHILE), () -> history.find(victim, WorkerEvent.Lost.class, nanos));
    lost.ifPresent(
        event ->
            screen.alarm(
                event.nanos(),
                "%s learns that the hold with token %s was lost: %s"
                    .formatted(victim, event.token(), event.cause())));
    crew.order(victim, new WorkerOrder.Contend(SHORT_SECTION));
    timeline.everySecond(pace.carryOn());
    return new Thaw(
        nanos,
        refused.map(event -> OptionalLong.of(event.token())).orElse(OptionalLong.empty()),
        lost.map(event -> OptionalLong.of(event.token())).orElse(OptionalLong.empty()));
  }

  /** All contend; then this one stays inside. */
  private Strike takeInside(String victim) throws InterruptedException {
    crew.orderAll(new WorkerOrder.Contend(SHORT_SECTION));
    timeline.everySecond(SHORT_WHILE);
    long token = director.stayInside(victim);
    screen.event(
        "%s (pid %s) holds the lock, token %s, has read the counter; waiting: %s"
            .formatted(victim, crew.pid(victim), token, Timeline.names(history.waiting())));
    return new Strike(victim, token, System.nanoTime());
  }

  /** Shows how the others wait for the lease to end, and go on. */
  private void carryOn(String victim, long nanos) throws InterruptedException {
    long limit = lease.toNanos() * LOST_IN_LEASES;
    Optional<Turn> next = Optional.empty();
    while (next.isEmpty() && System.nanoTime() - nanos < limit) {
      next = history.await(SHORT_WHILE, () -> history.firstTurnOfOthers(victim, nanos));
      if (next.isEmpty()) {
        showWaiting();
      }
    }
    next.ifPresent(
        turn ->
            screen.alarm(
                turn.acquiredNanos(),
                "%s holds the lock, token %s: %s after the signal"
                    .formatted(
                        turn.worker(), turn.token(), Text.millis(turn.acquiredNanos() - nanos))));
    timeline.everySecond(pace.carryOn());
  }

  private void showWaiting() {
    LockInspection seen = lock.inspect();
    screen.event(
        "at the server: %s; waiting: %s"
            .formatted(
                seen.holder()
                    .map(
                        holder ->
                            "%s holds, lease left %s"
                                .formatted(
                                    holder.clientLabel(),
                                    Text.millis(holder.remaining().toNanos())))
                    .orElse("nobody holds"),
                Timeline.names(history.waiting())));
  }

  private void showEach(Duration length, Consumer<Long> show) throws InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
      boolean isLast = left <= Duration.ofSeconds(1).toNanos();
      timeline.pause(Duration.ofNanos(Math.min(left, Duration.ofSeconds(1).toNanos())));
      if (!isLast) {
        show.accept(System.nanoTime());
      }
    }
  }

  private int leftAtServer() {
    LockInspection end = lock.inspect();
    return end.queueLength() + (end.holder().isPresent() ? 1 : 0);
  }
}
