package io.holdfast.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.publisher.TestPublisher;

/** Cancelling in the same moment as something else. */
class CancelRaceTest {

  private static final int RACES = 200;

  private final Trial trial = new Trial();
  private final ExecutorService another = Executors.newSingleThreadExecutor();
  private final CyclicBarrier start = new CyclicBarrier(2);

  @AfterEach
  void close() {
    another.shutdown();
    trial.close();
  }

  private void together(Runnable here, Runnable there) throws Exception {
    Future<?> other =
        another.submit(
            () -> {
              start.await();
              there.run();
              return true;
            });
    start.await();
    here.run();
    other.get();
  }

  /** What became of a grant: nothing if the request was withdrawn before. */
  private void assertReleasedIfGranted(Hold hold, int delivered) {
    boolean isGranted = !trial.request.isCancelled();
    assertThat(trial.releases.size() + delivered).isEqualTo(isGranted ? 1 : 0);
    trial.releases.clear();
    hold.close();
    assertThat(trial.isHeld()).isFalse();
  }

  @Test
  void using_cancelAndGrantAtOnce_leaveNothing() throws Exception {
    for (int i = 0; i < RACES; i++) {
      Disposable subscription = trial.using(hold -> Mono.never()).subscribe();
      Hold hold = trial.hold();

      together(subscription::dispose, () -> trial.request.complete(hold));
      trial.goOn();

      assertReleasedIfGranted(hold, 0);
    }
  }

  @Test
  void acquire_cancelAndGrantAtOnce_leaveNothing() throws Exception {
    for (int i = 0; i < RACES; i++) {
      AtomicInteger delivered = new AtomicInteger();
      Disposable subscription =
          trial.publishers.acquire().subscribe(hold -> delivered.incrementAndGet());
      Hold hold = trial.hold();

      together(subscription::dispose, () -> trial.request.complete(hold));
      trial.goOn();

      assertReleasedIfGranted(hold, delivered.get());
    }
  }

  @Test
  void acquire_cancelAndDeliveryAtOnce_leaveNothing() throws Exception {
    for (int i = 0; i < RACES; i++) {
      AtomicInteger delivered = new AtomicInteger();
      Disposable subscription =
          trial.publishers.acquire().subscribe(hold -> delivered.incrementAndGet());
      Hold hold = trial.hold();
      trial.request.complete(hold);

      together(subscription::dispose, trial::goOn);

      assertReleasedIfGranted(hold, delivered.get());
    }
  }

  @Test
  void using_cancelAndBeginAtOnce_leaveNothing() throws Exception {
    for (int i = 0; i < RACES; i++) {
      Disposable subscription = trial.using(hold -> Mono.never()).subscribe();
      Hold hold = trial.hold();
      trial.request.complete(hold);

      together(subscription::dispose, trial::goOn);
      trial.goOn();

      assertReleasedIfGranted(hold, 0);
    }
  }

  @Test
  void using_cancelAndEndOfTheWorkAtOnce_releaseOnce() throws Exception {
    for (int i = 0; i < RACES; i++) {
      TestPublisher<String> work = TestPublisher.create();
      Disposable subscription = trial.using(hold -> work.mono()).subscribe();
      Hold hold = trial.hold();
      trial.request.complete(hold);
      trial.goOn();

      together(subscription::dispose, () -> work.emit("value"));
      trial.goOn();

      assertReleasedIfGranted(hold, 0);
    }
  }
}
