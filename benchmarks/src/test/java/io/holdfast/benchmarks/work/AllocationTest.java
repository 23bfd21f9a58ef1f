package io.holdfast.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AllocationTest {

  private static final int BYTES = 10_000_000;

  private volatile byte[] kept = {};

  @Test
  void bytesSince_countsThreadsThatWereThereAndNewOnes() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(2);
    CountDownLatch end = new CountDownLatch(1);
    Thread old = start(() -> allocate(go, done, end));
    Allocation before = Allocation.look();
    Thread young = start(() -> allocate(go, done, end));
    go.countDown();
    done.await();

    assertThat(Allocation.look().bytesSince(before)).isBetween(2L * BYTES, 3L * BYTES);
    end.countDown();
    old.join();
    young.join();
  }

  @Test
  void bytesSince_whenAThreadHasEnded_isThatOfTheOthers() throws Exception {
    CountDownLatch go = new CountDownLatch(0);
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread thread = start(() -> allocate(go, done, end));
    done.await();
    Allocation before = Allocation.look();
    end.countDown();
    thread.join();

    assertThat(Allocation.look().bytesSince(before)).isBetween(0L, BYTES / 2L);
  }

  @Test
  void bytesSince_doesNotCountTheOneThatLooks() {
    Allocation before = Allocation.look();
    kept = new byte[BYTES];

    assertThat(Allocation.look().bytesSince(before)).isLessThan(BYTES);
  }

  private void allocate(CountDownLatch go, CountDownLatch done, CountDownLatch end)
      throws InterruptedException {
    go.await();
    kept = new byte[BYTES];
    done.countDown();
    end.await();
  }

  private interface Body {
    void run() throws InterruptedException;
  }

  private static Thread start(Body body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    return thread;
  }
}
