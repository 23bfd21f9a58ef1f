package io.holdfast.lock.testkit.concurrent;

import io.holdfast.lock.LockServerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Bounded waiting for something that happens elsewhere, instead of sleeping: looks at once, then
 * again and again, and fails with what was expected and what was last seen.
 *
 * <pre>{@code
 * eventually().isTrue("the waiter is queued", () -> lock.hasQueuedThreads());
 * String holder = within(Duration.ofSeconds(1)).expect("a holder", this::holder, name -> !name.isEmpty());
 * }</pre>
 *
 * <p>Every method returns as soon as a look satisfies it, fails with an {@link AssertionError} when
 * the limit has passed (there is always a last look after it) or the thread is interrupted (the
 * flag is kept). A look that fails because the server is away ({@link IOException}, {@link
 * UncheckedIOException}, {@link LockServerException}) has seen nothing yet, and is repeated.
 *
 * @param limit how long to wait at most; not negative
 */
public record Eventually(Duration limit) {

  private static final Duration DEFAULT_LIMIT = Duration.ofMinutes(1);
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Refuses a negative limit. */
  public Eventually {
    if (limit.isNegative()) {
      throw new IllegalArgumentException("limit: " + limit + " is negative");
    }
  }

  /** A code block that may throw. */
  @FunctionalInterface
  public interface Check {
    /** Returns normally if everything is as expected. */
    void run() throws Exception;
  }

  /** Waits at most 60 s, which costs nothing when all is well. */
  public static Eventually eventually() {
    return new Eventually(DEFAULT_LIMIT);
  }

  /** Waits at most this long. */
  public static Eventually within(Duration limit) {
    return new Eventually(limit);
  }

  /**
   * Looks again and again for this long, and fails as soon as the condition does not hold: for
   * events that must not happen, and for states that must last.
   */
  public static void stays(Duration time, String expectation, Callable<Boolean> condition) {
    long start = System.nanoTime();
    within(time.plus(DEFAULT_LIMIT))
        .isTrue(
            expectation + " for " + time.toMillis() + " ms",
            () -> {
              if (!condition.call()) {
                throw new AssertionError(
                    "expected %s for %s ms; it failed after %s ms"
                        .formatted(
                            expectation,
                            time.toMillis(),
                            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)));
              }
              return System.nanoTime() - start >= time.toNanos();
            });
  }

  /**
   * Waits until the condition holds. An exception of the condition ends the waiting, unless it says
   * that the server is away.
   */
  public void isTrue(String expectation, Callable<Boolean> condition) {
    expect(expectation, condition, Boolean::booleanValue);
  }

  /**
   * Waits until the probe returns a value that is accepted. An exception of the probe ends the
   * waiting, unless it says that the server is away.
   *
   * @return that value
   */
  public <T> T expect(String expectation, Callable<T> probe, Predicate<? super T> accepted) {
    Pace pace = new Pace();
    while (true) {
      boolean last = pace.isOver();
      Look<T> look = look(expectation, probe);
      if (look instanceof Seen<T> seen && accepted.test(seen.value())) {
        return seen.value();
      }
      if (last) {
        throw look.failure(pace, expectation);
      }
      pace.pause(expectation);
    }
  }

  /** Waits until the check returns normally; fails with the last thing it threw as the cause. */
  public void passes(String expectation, Check check) {
    Pace pace = new Pace();
    while (true) {
      boolean last = pace.isOver();
      Throwable thrown = attempt(check);
      if (thrown == null) {
        return;
      }
      if (last) {
        throw new AssertionError(
            pace.failure(expectation, "last seen: " + thrown.getMessage()), thrown);
      }
      pace.pause(expectation);
    }
  }

  private static <T> Look<T> look(String expectation, Callable<T> probe) {
    try {
      return new Seen<>(probe.call());
    } catch (IOException | UncheckedIOException | LockServerException e) {
      return new Away<>(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("expected " + expectation + ", but looking failed: " + e, e);
    }
  }

  private static @Nullable Throwable attempt(Check check) {
    try {
      check.run();
      return null;
    } catch (AssertionError | Exception e) {
      return e;
    }
  }

  /** What came of looking. */
  private sealed interface Look<T> {

    /** What is to be thrown if this was the last look. */
    AssertionError failure(Pace pace, String expectation);
  }

  private record Seen<T>(T value) implements Look<T> {
    @Override
    public AssertionError failure(Pace pace, String expectation) {
      return new AssertionError(pace.failure(expectation, "last seen: " + value));
    }
  }

  private record Away<T>(Exception cause) implements Look<T> {
    @Override
    public AssertionError failure(Pace pace, String expectation) {
      return new AssertionError(pace.failure(expectation, "looking failed: " + cause), cause);
    }
  }

  /** When to look again, and for how long. */
  private final class Pace {

    private final long startNanos = System.nanoTime();
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private int looks;

    boolean isOver() {
      looks++;
      return System.nanoTime() - startNanos >= limit.toNanos();
    }

    void pause(String expectation) {
      LockSupport.parkNanos(
          Math.min(pauseNanos, Math.max(1, limit.toNanos() - (System.nanoTime() - startNanos))));
      pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError("interrupted while waiting for: " + expectation);
      }
    }

    String failure(String expectation, String seen) {
      return "within %s ms: expected %s; %s (%s looks)"
          .formatted(limit.toMillis(), expectation, seen, looks);
    }
  }
}
