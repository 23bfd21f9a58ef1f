package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Two threads of one client take turns with one permit, each for longer than a slice. Other clients
 * still get their turns. The semaphore of the JDK passes, too.
 */
public abstract class SemaphoreTurnsContract extends SemaphoreSuite {

  /** Far more than are allowed, and far fewer than there were. */
  private static final int MANY_TURNS = 40;

  private static final int FEW_TURNS = 4;

  /** Some slices. A longer time does no harm. */
  private static final Duration SECTION = Duration.ofMillis(20);

  private Actor owner;
  private Actor next;
  private CompletableFuture<?> nextWaits = CompletableFuture.completedFuture(null);

  @BeforeEach
  void takeTheOnlyPermit() {
    watcher.reducePermits(PERMITS - 1);
    owner = actor("one");
    next = actor("two");
    owner.does(semaphore::acquire);
  }

  /** The owner releases it after its section, while the next one waits. */
  private void endTurn() {
    nextWaits = next.starts(semaphore::acquire);
    next.awaitParked(nextWaits);
    stays(SECTION, "a section", () -> true);
    owner.does(semaphore::release);
  }

  private void swap() {
    Actor last = owner;
    owner = next;
    next = last;
  }

  @Test
  @DisplayName("failure 92: another client's waiter gets a permit that goes round in one client")
  void acquire_behindTwoThreadsOfAnotherClient_getsItWithinSomeTurns() {
    CompletableFuture<?> other = queue("other", others::acquire);
    int turns = 0;
    while (!other.isDone() && turns < MANY_TURNS) {
      endTurn();
      eventually().isTrue("it goes on", () -> nextWaits.isDone() || other.isDone());
      turns++;
      swap();
    }
    assertThat(turns).isLessThanOrEqualTo(FEW_TURNS);
    others.release();
    Actor.ends(nextWaits);
  }

  @Test
  @DisplayName("failure 92: a permit that goes round in one client is taken away by another")
  void reducePermits_whileTwoThreadsOfAnotherClientTakeTurns_endsThatWithinSomeTurns() {
    others.reducePermits(1);
    assertThat(watcher.availablePermits()).isEqualTo(-1);
    int turns = 0;
    while (watcher.availablePermits() < 0 && turns < MANY_TURNS) {
      endTurn();
      turns++;
      swap();
    }
    assertThat(turns).isLessThanOrEqualTo(FEW_TURNS);
    stays(SHORT, "nobody has it", () -> !nextWaits.isDone());
    others.addPermits(1);
    Actor.ends(nextWaits);
  }
}
