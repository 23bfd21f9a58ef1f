package io.holdfast.lock.core.gate;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LossInterruptTest {

  private static final Duration A_WHILE = Duration.ofMillis(100);

  /** Never started. Its interrupt takes as long as it is told. */
  private static final class Target extends Thread {

    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private Runnable meanwhile = () -> {};

    @Override
    public void interrupt() {
      begun.complete(null);
      meanwhile.run();
      end.join();
    }
  }

  private final Target target = new Target();
  private final LossInterrupt interrupt = new LossInterrupt(target);

  @Test
  void awaitOrPrevent_interruptHasBegun_waitsForItsEnd() throws Exception {
    try (TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> interrupting =
          threads.call(
              "declares the loss",
              () -> {
                interrupt.interrupt();
                return true;
              });
      target.begun.get(60, TimeUnit.SECONDS);
      CompletableFuture<?> telling =
          threads.call(
              "is told",
              () -> {
                interrupt.awaitOrPrevent();
                return true;
              });
      stays(A_WHILE, "it waits", () -> !telling.isDone());

      target.end.complete(null);

      telling.get(60, TimeUnit.SECONDS);
      interrupting.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void interrupt_lossWasTold_doesNotCome() {
    interrupt.awaitOrPrevent();
    interrupt.interrupt();

    assertThat(target.begun).isNotDone();
  }

  @Test
  void awaitOrPrevent_byTheInterruptItself_doesNotWaitForIt() {
    target.end.complete(null);
    target.meanwhile = interrupt::awaitOrPrevent;
    interrupt.interrupt();

    interrupt.awaitOrPrevent();
    assertThat(target.begun).isDone();
  }

  @Test
  void anew_afterALoss_comesAgain() {
    interrupt.awaitOrPrevent();
    target.end.complete(null);
    interrupt.anew().interrupt();

    assertThat(target.begun).isDone();
  }
}
