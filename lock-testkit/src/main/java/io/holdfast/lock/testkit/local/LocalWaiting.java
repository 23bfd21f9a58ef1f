package io.holdfast.lock.testkit.local;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits for the lock in its own thread, and what becomes of interrupts meanwhile. Used
 * by that thread only.
 */
final class LocalWaiting {

  /** What an interrupt does to a claim. */
  @FunctionalInterface
  interface GivingUp {

    /** Whether the claim could be given up; if not, the wait goes on, or is over. */
    boolean giveUp(LocalQueue queue, LocalClaim claim);
  }

  private final LocalClient client;
  private final String name;
  private final GivingUp givingUp;
  private boolean hasGivenUp;
  private boolean isFlagOwed; // an interrupt that has not ended the wait

  LocalWaiting(LocalClient client, String name, GivingUp givingUp) {
    this.client = client;
    this.name = name;
    this.givingUp = givingUp;
  }

  private <T extends @Nullable Object> T in(Function<LocalQueue, T> work) {
    return client.space().in(name, work);
  }

  /**
   * Asks for the lock until that is decided for good: a hold that is lost before its owner knows of
   * it does not count.
   *
   * @throws io.holdfast.lock.ClientClosedException if the client is closed
   */
  LocalClaim obtain(Supplier<LocalClaim> claims) {
    while (true) {
      LocalClaim claim = claims.get();
      boolean unused = in(queue -> client.ask(queue, claim));
      if (isForGood(claim)) {
        return claim;
      }
    }
  }

  /** Waits until it is decided. Whether it is so for good; if not, the lock is to be asked for. */
  boolean isForGood(LocalClaim claim) {
    awaitDecision(claim);
    return in(
        queue -> {
          if (claim.isForClosed()) {
            throw client.closed(name);
          }
          LocalHold hold = claim.hold().orElse(null);
          if (hold == null || claim.isSeen()) {
            return true;
          }
          client.forget(hold);
          return false;
        });
  }

  private void awaitDecision(LocalClaim claim) {
    while (in(queue -> claim.isUndecided())) {
      client.space().clock().parkUntil(claim, in(queue -> claim.limit().parkNanos(queue.now())));
      if (Thread.interrupted()) {
        boolean isGivenUp = !hasGivenUp && in(queue -> givingUp.giveUp(queue, claim));
        hasGivenUp |= isGivenUp;
        isFlagOwed |= !isGivenUp;
      }
    }
  }

  /** Throws if an interrupt has ended the wait, and sets the flag if one has not. */
  void end() throws InterruptedException {
    if (hasGivenUp) {
      throw new InterruptedException();
    }
    restoreFlag();
  }

  /** Sets the flag if the wait has swallowed an interrupt. */
  void restoreFlag() {
    if (isFlagOwed) {
      Thread.currentThread().interrupt();
    }
  }
}
