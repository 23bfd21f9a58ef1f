package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.concurrent.LiveThreads;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** Locks without a server for elections; each client of the space is a process. */
abstract class LocalElections {

  final LocalLocks locks = LocalLocks.create();
  final LocalLocks there = locks.client("another process");
  final DistributedLock lock = locks.get("billing");
  final DistributedLock other = there.get("billing");

  @AfterEach
  void close() {
    locks.close();
    there.close();
    eventually().isTrue("no thread is left", () -> ownThreads().isEmpty());
  }

  private static Set<Thread> ownThreads() {
    return LiveThreads.named("holdfast-leader-");
  }

  void awaitWaiting(int number) {
    eventually().isTrue(number + " wait", () -> lock.inspect().queueLength() == number);
  }

  static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
  }
}
