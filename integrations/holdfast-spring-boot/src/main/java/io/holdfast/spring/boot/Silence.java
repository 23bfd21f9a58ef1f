package io.holdfast.spring.boot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.boot.health.contributor.Status;

/**
 * Judges how long a server has been silent.
 *
 * @param downAfter from when on it counts as away
 */
record Silence(Duration downAfter) {

  private static final Duration FRESH = Duration.ofSeconds(1);

  Silence {
    if (downAfter.isZero() || downAfter.isNegative()) {
      throw new HoldfastConfigurationException(
          "holdfast.health.down-after",
          "%s must be more than 0".formatted(downAfter),
          "Set a time such as 10s.");
    }
  }

  /** What follows from a silence. */
  enum Verdict {
    /** It has answered not long ago. */
    UP,
    /** It has never answered, and there was not much time. */
    UNKNOWN,
    /** It has been silent for too long. */
    DOWN;

    /** As health has it. */
    Status status() {
      return switch (this) {
        case UP -> Status.UP;
        case UNKNOWN -> Status.UNKNOWN;
        case DOWN -> Status.DOWN;
      };
    }

    /** How many of that many nodes decide. */
    static int majority(int nodes) {
      return nodes / 2 + 1;
    }

    /** What follows for all nodes together; unknown if those that are unknown decide. */
    static Verdict ofMajority(List<Verdict> ofNodes) {
      long up = ofNodes.stream().filter(UP::equals).count();
      long unknown = ofNodes.stream().filter(UNKNOWN::equals).count();
      int majority = majority(ofNodes.size());
      if (up >= majority) {
        return UP;
      }
      return up + unknown >= majority ? UNKNOWN : DOWN;
    }
  }

  /** Whether the last answer is so old that another one should be asked for. */
  boolean isToBeBroken(Optional<Duration> sinceLastAnswer) {
    Duration fresh = downAfter.dividedBy(2).compareTo(FRESH) < 0 ? downAfter.dividedBy(2) : FRESH;
    return sinceLastAnswer.isEmpty() || sinceLastAnswer.get().compareTo(fresh) > 0;
  }

  /**
   * Asks those servers for an answer that have been silent for a while, all at the same time, and
   * waits until they have answered or failed to. A ping ends with the command time-out; its future
   * may complete in a thread of the user.
   */
  void breakOf(List<Vitals> servers) {
    CompletableFuture<?>[] pings =
        servers.stream()
            .filter(server -> isToBeBroken(server.status().sinceLastAnswer()))
            .map(Vitals::ping)
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(pings).get(downAfter.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // the status tells how long each has been silent
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The verdict after the question. */
  Verdict judge(Optional<Duration> sinceLastAnswer, Duration sinceStart) {
    if (sinceLastAnswer.orElse(sinceStart).compareTo(downAfter) >= 0) {
      return Verdict.DOWN;
    }
    return sinceLastAnswer.isPresent() ? Verdict.UP : Verdict.UNKNOWN;
  }
}
