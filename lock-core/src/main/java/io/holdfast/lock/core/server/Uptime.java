package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a connection is up, since when, and if it is not, why. Tells its listeners of changes: in
 * order, by one thread at a time. Any thread; never blocks.
 */
public final class Uptime {

  private static final Logger LOG = LoggerFactory.getLogger(Uptime.class);

  private static final String NOT_YET = "it is not open yet";

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

  /** Hears of a change. Must not block. */
  @FunctionalInterface
  public interface Hearer {

    /**
     * It is up, or not.
     *
     * @param why not, for people; empty if it is
     */
    void changed(Optional<String> why);
  }

  private record Standing(
      State state, long sinceNanos, String why, @Nullable Throwable failure, boolean isDoubt) {

    static Standing up(long now) {
      return new Standing(State.UP, now, "", null, false);
    }

    static Standing reopening(long sinceNanos, String why) {
      return new Standing(State.REOPENING, sinceNanos, why, null, false);
    }

    Standing failed(Throwable reason) {
      return state == State.REOPENING
          ? new Standing(state, sinceNanos, why, reason, isDoubt)
          : this;
    }

    /** Whether there is nothing to tell: it has only begun, or it is only doubted. */
    boolean isNoNews() {
      return state == State.CLOSED || isDoubt || (why.equals(NOT_YET) && failure == null);
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
  private final AtomicInteger toTell = new AtomicInteger(); // changes; the first to add tells
  private volatile @Nullable Hearer hearer; // null as long as nobody wants to know
  private @Nullable State told; // of the thread that tells; null if nothing was told

  /** Not open yet. */
  public Uptime(MonotonicClock clock) {
    this.clock = clock;
    this.standing = new AtomicReference<>(Standing.reopening(clock.nanoTime(), NOT_YET));
  }

  /**
   * Has this one hear where it stands as soon as that is known, and of all changes from then on.
   */
  public void hear(Hearer newHearer) {
    hearer = newHearer;
    tell();
  }

  /** It works. Cheap if that is known. */
  public void up() {
    if (now().state() == State.REOPENING) {
      long now = clock.nanoTime();
      standing.updateAndGet(
          before -> before.state() == State.REOPENING ? Standing.up(now) : before);
      lastUpNanos = now;
      tell();
    }
  }

  /** It does not work, and that is why, whatever was known before. */
  public void down(String why) {
    down(why, false);
  }

  /** A part of it does not work, and maybe not for long: nobody is told of that. */
  public void doubt(String why) {
    down(why, true);
  }

  private void down(String why, boolean isDoubt) {
    long now = clock.nanoTime();
    standing.updateAndGet(
        before ->
            switch (before.state()) {
              case UP -> new Standing(State.REOPENING, now, why, null, isDoubt);
              case REOPENING ->
                  new Standing(
                      State.REOPENING,
                      before.sinceNanos(),
                      why,
                      before.failure(),
                      isDoubt && before.isNoNews());
              case CLOSED -> before;
            });
    tell();
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
    tell();
  }

  /** We are done with it, and nobody wants to hear more. */
  public void close() {
    long now = clock.nanoTime();
    standing.updateAndGet(
        before ->
            before.state() == State.CLOSED
                ? before
                : new Standing(State.CLOSED, now, "", null, false));
  }

  // ---- telling

  private void tell() {
    if (toTell.getAndIncrement() > 0) {
      return; // another thread is at it, and will look again
    }
    int seen = 1;
    while (seen > 0) {
      tell(now());
      seen = toTell.addAndGet(-seen);
    }
  }

  private void tell(Standing now) {
    Hearer to = hearer;
    if (to == null || now.isNoNews() || now.state() == told) {
      return;
    }
    told = now.state();
    try {
      to.changed(now.state() == State.UP ? Optional.empty() : Optional.of(now.inWords()));
    } catch (RuntimeException | Error e) {
      LOG.error("A change of a connection could not be told", e);
    }
  }

  // ---- looking

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
