package io.holdfast.lock.torture.workload;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Recording;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One thread of a worker: asks, works, releases, rests, until it is told to stop. */
final class Contender implements Runnable {

  private static final int SIGNALS_FOR_ONE = 3; // for each that is for all

  private static final List<Act> UPGRADES =
      List.of(Act.LOCK, Act.LOCK_INTERRUPTIBLY, Act.TRY_LOCK, Act.TIMED_TRY_LOCK);

  private final WorkerOptions options;
  private final List<Scene> scenes;
  private final Random random;
  private final BooleanSupplier isStopped;

  Contender(WorkerOptions options, List<Scene> scenes, Random random, BooleanSupplier isStopped) {
    this.options = options;
    this.scenes = scenes;
    this.random = random;
    this.isStopped = isStopped;
  }

  @Override
  public void run() {
    while (!isStopped.getAsBoolean()) {
      Act act = options.mix().choose(random);
      Scene chosen = scenes.get(random.nextInt(scenes.size()));
      Scene scene = act.reads() ? chosen.forReaders() : chosen;
      scene.progress().asked();
      switch (act.base()) {
        case HANDLE -> handle(scene);
        case ASYNC -> async(scene);
        default -> view(chosen, scene, act);
      }
      rest(options.pause());
      var unused = Thread.interrupted(); // an interrupt that came too late for this operation
    }
  }

  private void rest(Duration longest) {
    long nanos = longest.toNanos();
    if (nanos > 0) {
      LockSupport.parkNanos((long) (random.nextDouble() * nanos));
    }
  }

  private Duration someWait() {
    return Duration.ofNanos((long) (random.nextDouble() * options.maxWait().toNanos()));
  }

  // --- as a java.util.concurrent lock

  private void view(Scene whole, Scene scene, Act act) {
    Request request = Request.of(scene, act, someWait(), options.fixedLease());
    long id = scene.history().newHold();
    Recording call = invoke(scene, request.kind(), id, request.maxWait());
    long begin = System.nanoTime();
    try {
      if (!request.attempt().run()) {
        refused(scene, call, id);
        return;
      }
    } catch (Exception | Error e) {
      failed(scene, call, id, e);
      return;
    }
    scene.progress().acquired(System.nanoTime() - begin);
    Stay stay = new Stay(scene, id, scene.lock().currentHold());
    stay.begun(call, OptionalInt.of(scene.lock().getHoldCount()));
    try {
      stay.work(() -> rest(options.section()));
      doInside(whole, act, stay);
    } finally {
      stay.unlock();
    }
  }

  private void doInside(Scene whole, Act act, Stay stay) {
    switch (act) {
      case RE_ENTER, READ_RE_ENTER -> stay.reEnter(() -> rest(options.section()));
      case AWAIT -> await(stay);
      case SIGNAL -> stay.signal(random.nextInt(SIGNALS_FOR_ONE + 1) == 0);
      case DOWNGRADE -> downgrade(whole, stay);
      case UPGRADE -> upgrade(whole);
      default -> {}
    }
  }

  /** Takes the read lock under the write lock, and goes on with that alone. */
  private void downgrade(Scene whole, Stay writing) {
    Scene reading = whole.forReaders();
    long id = whole.history().newHold();
    Recording call = invoke(reading, reading.verbs().lock(), id, Optional.empty());
    try {
      reading.lock().lock();
    } catch (RuntimeException | Error e) {
      failed(reading, call, id, e);
      return;
    }
    Stay stay = new Stay(reading, id, reading.lock().currentHold());
    stay.begun(call, OptionalInt.of(reading.lock().getHoldCount()));
    try {
      writing.unlock();
      stay.work(() -> rest(options.section()));
    } finally {
      stay.unlock();
    }
  }

  /** Asks for the write lock under the read lock. It may be granted if that was lost. */
  private void upgrade(Scene whole) {
    long id = whole.history().newHold();
    Act way = UPGRADES.get(random.nextInt(UPGRADES.size()));
    Request request = Request.of(whole, way, someWait(), options.fixedLease());
    Recording call = invoke(whole, OperationKind.UPGRADE, id, Optional.empty());
    try {
      if (!request.attempt().run()) {
        refused(whole, call, id);
        return;
      }
    } catch (Exception | Error e) {
      failed(whole, call, id, e);
      return;
    }
    Stay stay = new Stay(whole, id, whole.lock().currentHold());
    stay.begun(call, OptionalInt.of(whole.lock().getHoldCount()));
    stay.unlock();
  }

  private void await(Stay stay) {
    Duration wait = someWait();
    if (random.nextBoolean()) {
      stay.await(waiting(wait), wait, () -> rest(options.section()));
    } else {
      stay.awaitEnteredTwice(waiting(wait), wait, () -> rest(options.section()));
    }
  }

  @SuppressWarnings({
    "JavaUtilDate",
    "WaitNotInLoop"
  }) // as the interface has it; none is waited for
  private Stay.Waiting waiting(Duration wait) {
    return switch (random.nextInt(3)) {
      case 0 ->
          condition -> {
            var unused = condition.awaitNanos(wait.toNanos());
          };
      case 1 ->
          condition -> {
            var unused = condition.await(wait.toNanos(), TimeUnit.NANOSECONDS);
          };
      default ->
          condition -> {
            var unused = condition.awaitUntil(Date.from(Instant.now().plus(wait)));
          };
    };
  }

  // --- by handles

  private void handle(Scene scene) {
    Duration wait = someWait();
    long id = scene.history().newHold();
    Recording call = invoke(scene, scene.verbs().handle(), id, Optional.of(wait));
    long begin = System.nanoTime();
    Optional<Hold> hold;
    try {
      hold = scene.lock().tryAcquire(handleOptions(wait));
    } catch (Exception | Error e) {
      failed(scene, call, id, e);
      return;
    }
    if (hold.isEmpty()) {
      refused(scene, call, id);
      return;
    }
    scene.progress().acquired(System.nanoTime() - begin);
    use(scene, call, id, hold.get());
  }

  private AcquireOptions handleOptions(Duration wait) {
    AcquireOptions acquiring = AcquireOptions.defaults().waitAtMost(wait);
    return random.nextBoolean() ? acquiring : acquiring.lease(Lease.fixed(options.fixedLease()));
  }

  /** Waits for a while, then cancels. */
  private void async(Scene scene) {
    Duration wait = someWait();
    long id = scene.history().newHold();
    Recording call = invoke(scene, scene.verbs().async(), id, Optional.of(wait));
    long begin = System.nanoTime();
    CompletableFuture<Hold> future = scene.lock().acquireAsync();
    Hold hold;
    try {
      hold = future.get(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (Exception e) {
      boolean isMine = e instanceof TimeoutException || e instanceof InterruptedException;
      if (!isMine || future.cancel(true)) {
        failed(scene, call, id, isMine ? new CancellationException() : e);
        return;
      }
      if (future.isCompletedExceptionally()) {
        failed(scene, call, id, future.handle((none, thrown) -> thrown).join());
        return;
      }
      hold = future.join(); // it came in the instant in which we gave up
    }
    scene.progress().acquired(System.nanoTime() - begin);
    use(scene, call, id, hold);
  }

  private void use(Scene scene, Recording call, long id, Hold hold) {
    Stay stay = new Stay(scene, id, Optional.of(hold));
    stay.begun(call, OptionalInt.empty());
    try {
      stay.work(() -> rest(options.section()));
    } finally {
      stay.close();
    }
  }

  // --- the records

  private static Recording invoke(
      Scene scene, OperationKind kind, long id, Optional<Duration> wait) {
    Facts facts = Facts.ofHold(id);
    return scene
        .history()
        .invoke(
            scene.name(), kind, wait.map(Duration::toNanos).map(facts::waitNanos).orElse(facts));
  }

  private static void refused(Scene scene, Recording call, long id) {
    call.fail(Facts.ofHold(id).error("false"));
    scene.progress().failed();
  }

  private static void failed(Scene scene, Recording call, long id, Throwable thrown) {
    Outcomes.end(call, id, thrown);
    scene.progress().failed();
  }
}
