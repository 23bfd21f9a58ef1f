package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedSemaphore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * At which balance a release serves a waiter. The semaphore of the JDK keeps it, too: a client that
 * hands permits on among its threads must not serve them sooner.
 */
public abstract class SemaphoreBalanceContract extends SemaphoreSuite {

  /*
   * Each row begins with the number of permits. A step is a call by one client, or in capitals by
   * another client, with its argument:
   *
   *   t  tryAcquire, which succeeds     r  release          p  no call, for many slices
   *   a  acquire, which has to wait     m  reducePermits
   *
   * A step =permits/served says how many permits are there then, and how many waiters were served.
   */
  private static final List<String> ROWS =
      List.of(
          "-9 a1 r1 =-8/0 r8 =0/0 r1 =0/1",
          "-3 a1 r1 =-2/0 R2 =0/0 r1 =0/1",
          "-9 a1 r9 =0/0 r3 =2/1",
          "-2 a0 r0 =-2/0 r1 =-1/0 r1 =0/1",
          "-1 a0 a0 r0 =-1/0 r1 =0/2",
          "-1 a0 a1 r1 =0/1 r1 =0/2",
          "-3 a2 a1 r4 =1/0 r1 =0/1 r1 =0/2",
          "3 t3 a1 m4 r1 =-3/0 r3 =0/0 r1 =0/1",
          "3 t3 a1 M4 p r1 =-3/0 r3 =0/0 r1 =0/1",
          "1 t1 M2 a1 p r1 =-1/0 r1 =0/0 r1 =0/1",
          "1 T1 a1 M2 r1 =-1/0 R1 =0/0 r1 =0/1",
          "1 t1 M3 a0 r1 =-2/0 r1 =-1/0 r1 =0/1",
          "2 t2 r2 M4 a1 r1 =-1/0 r1 =0/0 r1 =0/1",
          "1 t1 a1 a1 a1 r3 =0/3",
          "2 t2 a1 a2 r2 =1/1 r3 =2/2",
          "1 t1 a2 r1 =1/0 r1 =0/1",
          "0 a1 r0 =0/0 a1 a1 r2 =0/2 R1 =0/3");

  private final List<CompletableFuture<?>> waiting = new ArrayList<>();

  @Test
  @DisplayName("failure 90: a release at any balance, also below zero")
  void release_atAnyBalance_servesWhomTheJdkServes() {
    SemaphoreClient one = open(spec());
    SemaphoreClient two = open(spec());
    for (String row : ROWS) {
      String[] steps = row.split(" ", -1);
      int permits = Integer.parseInt(steps[0]);
      DistributedSemaphore here = one.semaphore(name + row, permits, isFair());
      DistributedSemaphore there = two.semaphore(name + row, permits, isFair());
      waiting.clear();
      for (int i = 1; i < steps.length; i++) {
        String step = steps[i];
        if (step.startsWith("=")) {
          assertServed("step %s of %s".formatted(i, row), step, there);
        } else {
          boolean isThere = Character.isUpperCase(step.charAt(0));
          take(step.toLowerCase(Locale.ROOT), isThere ? there : here);
        }
      }
      waiting.forEach(Actor::ends);
      if (!fixture().servers().isEmpty()) {
        there.delete();
      }
    }
  }

  private void take(String step, DistributedSemaphore one) {
    int argument = step.length() == 1 ? 0 : Integer.parseInt(step.substring(1));
    switch (step.charAt(0)) {
      case 't' -> assertThat(one.tryAcquire(argument)).isTrue();
      case 'r' -> one.release(argument);
      case 'm' -> one.reducePermits(argument);
      case 'p' -> awaitQuiet();
      case 'a' -> {
        int before = one.getQueueLength();
        waiting.add(actor("waiter").starts(() -> one.acquire(argument)));
        // Its client must also know that it is queued; otherwise it would count twice.
        eventually().expect("it waits", one::getQueueLength, length -> length == before + 1);
      }
      default -> throw new IllegalArgumentException(step);
    }
  }

  /** A release that serves nobody has changed the balance when it returns. */
  private void assertServed(String what, String step, DistributedSemaphore watcher) {
    String[] expected = step.substring(1).split("/", -1);
    int permits = Integer.parseInt(expected[0]);
    int served = Integer.parseInt(expected[1]);
    if (served() == served) {
      assertThat(watcher.availablePermits()).as(what).isEqualTo(permits);
    }
    eventually().expect(what, this::served, count -> count == served);
    eventually().expect(what, watcher::availablePermits, count -> count == permits);
  }

  private int served() {
    return (int) waiting.stream().filter(CompletableFuture::isDone).count();
  }
}
