package io.holdfast.lock.torture.nemesis;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Injects faults and heals them, on a thread of its own, for a while: a warm-up, then rounds of one
 * fault or two at the same time, a healing and a pause, at last a healing of everything.
 *
 * <pre>{@code
 * Battlefield field = Battlefield.of(server, proxy).with(workers).lease(Duration.ofSeconds(1));
 * try (Nemesis nemesis = Nemesis.on(field).seed(42).journal(file).start(Duration.ofMinutes(5))) {
 *   ... the workload ...
 *   nemesis.await(Duration.ofMinutes(6));
 * }
 * }</pre>
 *
 * <p>Faults, lengths and all choices follow from the seed and the battlefield; how far a run gets
 * in its time does not. Whatever throws, what was injected is healed: a healing that fails is tried
 * again, and again at the end.
 */
public final class Nemesis implements AutoCloseable {

  private static final Duration PATIENCE_AT_CLOSE = Duration.ofMinutes(2);

  private final long seed;
  private final Set<String> faults;
  private final Campaign campaign;
  private final Journal journal;
  private final CompletableFuture<List<String>> unhealed = new CompletableFuture<>();

  Nemesis(long seed, Set<String> faults, Campaign campaign, Journal journal) {
    this.seed = seed;
    this.faults = faults;
    this.campaign = campaign;
    this.journal = journal;
  }

  /** A nemesis for this battlefield. */
  public static NemesisBuilder on(Battlefield field) {
    return new NemesisBuilder(field);
  }

  Nemesis begin() {
    Thread thread = new Thread(this::run, "testkit-nemesis");
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  private void run() {
    try {
      List<String> left = campaign.fight();
      journal.write(NemesisEvent.Kind.END, 0, "-", left.isEmpty() ? "all healed" : "left: " + left);
      unhealed.complete(left);
    } catch (Throwable e) {
      journal.write(NemesisEvent.Kind.END, 0, "-", e.toString());
      unhealed.completeExceptionally(e);
    } finally {
      journal.close();
    }
  }

  /** What to say to have the same again. */
  public long seed() {
    return seed;
  }

  /** Names of the faults that are possible. */
  public Set<String> faults() {
    return faults;
  }

  /** What it has done so far, oldest first. */
  public List<NemesisEvent> events() {
    return journal.events();
  }

  /** Whether it has ended, and with it all of its faults. */
  public boolean isOver() {
    return unhealed.isDone();
  }

  /**
   * Waits for the end of its run.
   *
   * @throws AssertionError if it does not end within the limit, or could not heal everything
   */
  public void await(Duration limit) throws InterruptedException {
    try {
      List<String> left = unhealed.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (!left.isEmpty()) {
        throw new AssertionError("seed " + seed + ": could not be healed: " + left);
      }
    } catch (TimeoutException e) {
      throw new AssertionError(
          "seed %s: not over within %s ms".formatted(seed, limit.toMillis()), e);
    } catch (ExecutionException e) {
      throw new AssertionError("seed " + seed + ": " + e.getCause(), e.getCause());
    }
  }

  /**
   * Has it begin nothing more, heal everything and end; waits for that, interrupted or not, up to 2
   * min. Idempotent.
   *
   * @throws AssertionError as {@link #await}
   */
  @Override
  public void close() {
    campaign.stop();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          await(PATIENCE_AT_CLOSE);
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public String toString() {
    return "nemesis with seed " + seed;
  }
}
