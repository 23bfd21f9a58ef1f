package io.holdfast.lock.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LiveThreadsTest {

  private static final String PREFIX = "live-threads-test-";

  @Test
  void named_manyOfAnyGroup_areThereUntilTheyEnd() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    ThreadGroup elsewhere = new ThreadGroup("elsewhere");
    List<Thread> started = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        ThreadGroup group = i % 2 == 0 ? elsewhere : Thread.currentThread().getThreadGroup();
        Thread thread = new Thread(group, () -> awaitIt(end), PREFIX + i);
        started.add(thread);
        thread.start();
      }
      Thread unstarted = new Thread(() -> awaitIt(end), PREFIX + "unstarted");

      assertThat(LiveThreads.named(PREFIX))
          .containsExactlyInAnyOrderElementsOf(started)
          .doesNotContain(unstarted);
    } finally {
      end.countDown();
    }
    for (Thread thread : started) {
      thread.join();
    }
    assertThat(LiveThreads.named(PREFIX)).isEmpty();
  }

  private static void awaitIt(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
