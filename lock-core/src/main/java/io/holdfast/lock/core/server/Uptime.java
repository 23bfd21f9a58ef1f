package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether a connection is up, since when, and if it is not, why. Any thread. */
public final class Uptime {

  /** Where a connection stands. */
  public enum State {
    /** Nothing is known against it. */
    UP,
    /** There is none, or it is of no use, and another one is being opened. */
    REOPENING,
    /** There will be none any more. */
    CLOSED
  }

  /**
   * What is known of it at one moment.
   *
   * @param state where it stands
   * @param lasting for how long
   * @param why it is not up, for people
   */
  public record Look(State state, Duration lasting, Optional<String> why) {}

  private record Standing(State state, long sinceNanos, String why, @Nullable Throwable failure) {

    Standing failed(Throwable reason) {
      return state == State.REOPENING ? new Standing(state, sinceNanos, why, reason) : this;
    }

    private String inWords() {
      return failure == null
          ? why
          : "%s; the last attempt: %s".formatted(why, FailureReason.of(failure));
    }
  }

  private final MonotonicClock clock;
  private final AtomicReference<Standing> standing;
  private volatile @Nullable Long lastUpNanos; // when it last came up; null if it never did

  /** Not open yet. */
  public Uptime(MonotonicClock clock) {
    this.clock = clock;
    this.standing =
        new AtomicReference<>(
            new Standing(State.REOPENING, clock.nanoTime(), "it is not open yet", null));
  }

  /** It works. Cheap if that is known. */
  public void up() {
    if (now().state() == State.REOPENING) {
      long now = clock.nanoTime();
      standing.updateAndGet(
          before ->
              before.state() == State.REOPENING ? new Standing(State.UP, now, "", null) : before);
      lastUpNanos = now;
    }
  }

  /** It does not work, and that is why, whatever was known before. */
  public void down(String why) {
    long now = clock.nanoTime();
    standing.updateAndGet(
        before ->
            switch (before.state()) {
              case UP -> new Standing(State.REOPENING, now, why, null);
              case REOPENING ->
                  new Standing(State.REOPENING, before.sinceNanos(), why, before.failure());
              case CLOSED -> before;
            });
  }

  /** It has ended. If it was known before that it does not work, that is why. */
  public void ended() {
    if (now().state() == State.UP) {
      down("it has ended");
    }
  }

  /** An attempt to open it has failed. */
  public void failed(Throwable reason) {
    standing.updateAndGet(before -> before.failed(reason));
  }

  /** We are done with it. */
  public void close() {
    long now = clock.nanoTime();
    standing.updateAndGet(
        before ->
            before.state() == State.CLOSED ? before : new Standing(State.CLOSED, now, "", null));
  }

  /** Where it stands now. */
  public Look look() {
    Standing now = now();
    return new Look(
        now.state(),
        Duration.ofNanos(Math.max(0, clock.nanoTime() - now.sinceNanos())),
        now.state() == State.REOPENING ? Optional.of(now.inWords()) : Optional.empty());
  }

  private Standing now() {
    return Objects.requireNonNull(standing.get(), "it always stands somewhere");
  }

  /** How long ago it last came up, which takes an answer of the server; empty if it never did. */
  Optional<Duration> sinceLastUp() {
    return Optional.ofNullable(lastUpNanos)
        .map(nanos -> Duration.ofNanos(Math.max(0, clock.nanoTime() - nanos)));
  }
}
