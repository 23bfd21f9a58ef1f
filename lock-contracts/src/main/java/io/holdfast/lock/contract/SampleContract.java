package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The samples of the READMEs and the Javadoc, verbatim, with the lease lost in each part of them:
 * whatever call throws, the thread holds nothing afterwards, and a writer elsewhere gets in.
 */
public abstract class SampleContract extends ReadWriteSuite {

  /** Takes all leases of one side away. */
  private interface Loss extends TestThreads.Body {}

  private final AtomicInteger parts = new AtomicInteger();

  /** Runs the sample once for each of its parts, with the loss in that part. */
  private void checkEachPart(int count, Loss loss, Sample sample) {
    for (int part = 0; part < count; part++) {
      int unlucky = part;
      parts.set(0);
      Actor thread = actor("pool");
      Throwable thrown =
          thread.failsIn(
              () ->
                  sample.run(
                      () -> {
                        if (parts.getAndIncrement() == unlucky) {
                          loss.run();
                        }
                      }));
      assertThat(thrown).as("part %s", part).isInstanceOf(IllegalMonitorStateException.class);
      assertNothingIsHeldBy(thread);
    }
  }

  /** A sample, whose sections are marked. */
  private interface Sample {
    void run(TestThreads.Body section) throws Exception;
  }

  private void assertNothingIsHeldBy(Actor thread) {
    assertThat(thread.says(pair::getReadHoldCount)).as("reads of the thread").isZero();
    assertThat(thread.says(pair::getWriteHoldCount)).as("writes of the thread").isZero();
    awaitFreeAndUnwanted();
    Actor writer = holderOf(othersWrite);
    writer.does(othersWrite::unlock);
  }

  /** Forces the loss; the owner learns of it before it goes on. */
  private void lose(DistributedLock view) {
    Hold hold = view.currentHold().orElseThrow();
    view.forceUnlock();
    eventually().isTrue("the loss is known", () -> !hold.isValid());
  }

  private void loseIfHeld(DistributedLock view) {
    if (view.currentHold().isPresent()) {
      lose(view);
    }
  }

  // lock-readwrite/README.md, "Downgrade", and DistributedReadWriteLock
  private void downgrade(TestThreads.Body section) throws Exception {
    boolean reads = false;
    try {
      write.lock();
      try {
        section.run();
        read.lock();
        reads = true;
        section.run();
      } finally {
        write.unlock();
      }
      section.run();
    } finally {
      if (reads) {
        read.unlock();
      }
    }
  }

  @Test
  @DisplayName("failure 99: a lease is lost while its owner downgrades")
  void downgrade_writeLeaseIsLost_keepsNothing() {
    checkEachPart(2, () -> lose(write), this::downgrade);
  }

  @Test
  @DisplayName("failure 99: a reader's lease is lost after its owner has downgraded")
  void downgrade_readLeaseIsLost_keepsNothing() {
    checkEachPart(1, () -> lose(read), section -> downgradeFromItsSecondPart(section));
  }

  @Test
  @DisplayName("failure 99: both leases are lost while their owner downgrades")
  void downgrade_bothLeasesAreLost_keepsNothing() {
    checkEachPart(
        3,
        () -> {
          loseIfHeld(read);
          loseIfHeld(write);
        },
        this::downgrade);
  }

  private void downgradeFromItsSecondPart(TestThreads.Body section) throws Exception {
    AtomicInteger part = new AtomicInteger();
    downgrade(
        () -> {
          if (part.getAndIncrement() > 0) {
            section.run();
          }
        });
  }

  @Test
  @DisplayName("failure 99: the section of a downgrade throws")
  void downgrade_aSectionThrows_keepsNothing() {
    List<Integer> tried = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      int unlucky = part;
      parts.set(0);
      Actor thread = actor("pool");
      assertThat(
              thread.failsIn(
                  () ->
                      downgrade(
                          () -> {
                            if (parts.getAndIncrement() == unlucky) {
                              tried.add(unlucky);
                              throw new IllegalStateException("of the section");
                            }
                          })))
          .hasMessage("of the section");
      assertNothingIsHeldBy(thread);
    }
    assertThat(tried).containsExactly(0, 1, 2);
  }

  // README.md, lock-core/README.md, lock-readwrite/README.md; HoldfastClient, ReadWriteLocks, …
  private static void lockAndUnlock(DistributedLock view, TestThreads.Body section)
      throws Exception {
    view.lock();
    try {
      section.run();
    } finally {
      view.unlock();
    }
  }

  @Test
  void lockAndUnlock_leaseIsLost_keepsNothing() {
    for (DistributedLock view : List.of(read, write)) {
      checkEachPart(1, () -> lose(view), section -> lockAndUnlock(view, section));
    }
  }

  // README.md, and lock-core/README.md, "Quick start"
  private static void acquireAndClose(DistributedLock view, Loser loser) throws Exception {
    try (Hold hold = view.acquire()) {
      loser.lose(hold);
    }
  }

  private interface Loser {
    void lose(Hold hold) throws Exception;
  }

  @Test
  void acquireAndClose_leaseIsLost_keepsNothing() {
    for (DistributedLock view : List.of(read, write)) {
      Actor thread = actor("pool");
      assertThat(thread.failsIn(() -> acquireAndClose(view, hold -> loseHandle(view, hold))))
          .isInstanceOf(LeaseLostException.class);
      assertNothingIsHeldBy(thread);
    }
  }

  private void loseHandle(DistributedLock view, Hold hold) {
    view.forceUnlock();
    eventually().isTrue("the loss is known", () -> !hold.isValid());
  }

  // lock-core/README.md, "Quick start"
  @Test
  void withLockAsync_leaseIsLost_keepsNothing() {
    for (DistributedLock view : List.of(read, write)) {
      Actor thread = actor("pool");
      assertThat(
              thread.failsIn(
                  () ->
                      view.withLockAsync(
                              hold -> {
                                loseHandle(view, hold);
                                return CompletableFuture.completedFuture(1L);
                              })
                          .join()))
          .isInstanceOf(LeaseLostException.class);
      assertNothingIsHeldBy(thread);
    }
  }

  // lock-core/README.md, "Conditions"
  private void putAfter(int waits, Condition notFull, TestThreads.Body section) throws Exception {
    int full = waits;
    write.lock();
    try {
      section.run();
      while (full > 0) {
        notFull.await();
        section.run();
        full--;
      }
      section.run();
      notFull.signal();
    } finally {
      write.unlock();
    }
  }

  @Test
  void conditionLoop_leaseIsLost_keepsNothing() {
    Condition notFull = write.newCondition("not full");
    Condition theirs = othersWrite.newCondition("not full");
    checkEachPart(1, () -> lose(write), section -> putAfter(1, notFull, section));
    checkEachPart(2, () -> lose(write), section -> putAfter(0, notFull, section));
    Actor waker = actor("waker");
    Actor thread = actor("pool");
    parts.set(0);
    CompletableFuture<?> waiting =
        thread.starts(
            () ->
                putAfter(
                    1,
                    notFull,
                    () -> {
                      if (parts.getAndIncrement() == 1) {
                        lose(write);
                      }
                    }));
    thread.awaitParked(waiting);
    eventually().isTrue("it let go", () -> !others.isWriteLocked());
    waker.does(othersWrite::lock);
    waker.does(theirs::signal);
    waker.does(othersWrite::unlock);
    assertThat(Actor.failure(waiting)).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(parts).hasValueGreaterThan(1);
    assertNothingIsHeldBy(thread);
  }
}
