package io.holdfast.lock.torture.workload;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Lease;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Recording;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One thread of a worker: takes permits, keeps them for a while, gives them back, rests. */
final class PermitContender implements Runnable {

  private final WorkerOptions options;
  private final List<PoolScene> scenes;
  private final Random random;
  private final BooleanSupplier isStopped;

  /** A way to get permits. */
  @FunctionalInterface
  private interface Attempt {
    Optional<Permit> run() throws Exception;
  }

  PermitContender(
      WorkerOptions options, List<PoolScene> scenes, Random random, BooleanSupplier isStopped) {
    this.options = options;
    this.scenes = scenes;
    this.random = random;
    this.isStopped = isStopped;
  }

  @Override
  public void run() {
    while (!isStopped.getAsBoolean()) {
      Act act = options.mix().choose(random);
      PoolScene scene = scenes.get(random.nextInt(scenes.size()));
      scene.progress().asked();
      if (act == Act.RESIZE) {
        resize(scene);
      } else {
        take(scene, act);
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

  /** Mostly few, now and then all. */
  private int somePermits(PoolScene scene) {
    return Math.min(1 + random.nextInt(scene.size()), 1 + random.nextInt(scene.size()));
  }

  private void resize(PoolScene scene) {
    int size = scene.size() - random.nextInt((scene.size() + 1) / 2);
    Facts facts = Facts.none().permits(size);
    Recording call = scene.history().invoke(scene.name(), OperationKind.RESIZE_PERMITS, facts);
    try {
      scene.pool().resize(size);
      call.ok(facts);
    } catch (RuntimeException | Error e) {
      call.info(facts.error(e));
      scene.progress().failed();
    }
  }

  private void take(PoolScene scene, Act act) {
    PermitPool pool = scene.pool();
    int permits = somePermits(scene);
    Duration wait = someWait();
    Facts facts = Facts.ofHold(scene.history().newHold()).permits(permits);
    AcquireOptions limited = AcquireOptions.defaults().waitAtMost(wait);
    switch (act) {
      case PERMITS ->
          attempt(
              scene,
              OperationKind.ACQUIRE_PERMITS,
              facts,
              () -> Optional.of(pool.acquire(permits)));
      case PERMITS_FIXED ->
          attempt(
              scene,
              OperationKind.ACQUIRE_PERMITS,
              facts.waitNanos(wait.toNanos()),
              () ->
                  Optional.of(
                      pool.acquire(permits, limited.lease(Lease.fixed(options.fixedLease())))));
      case TRY_PERMITS ->
          attempt(scene, OperationKind.TRY_ACQUIRE_PERMITS, facts, () -> pool.tryAcquire(permits));
      case TIMED_TRY_PERMITS ->
          attempt(
              scene,
              OperationKind.ACQUIRE_PERMITS,
              facts.waitNanos(wait.toNanos()),
              () -> pool.tryAcquire(permits, wait));
      case PERMITS_ASYNC ->
          attempt(
              scene,
              OperationKind.ACQUIRE_PERMITS,
              facts.waitNanos(wait.toNanos()),
              () -> takeOrCancel(pool, permits, wait));
      default -> throw new IllegalArgumentException(act + " takes no permits");
    }
  }

  /** Waits for a while, then cancels. */
  private static Optional<Permit> takeOrCancel(PermitPool pool, int permits, Duration wait)
      throws Exception {
    CompletableFuture<Permit> future = pool.acquireAsync(permits, AcquireOptions.defaults());
    try {
      return Optional.of(future.get(wait.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException | InterruptedException e) {
      if (future.cancel(true)) {
        throw new CancellationException();
      }
      return Optional.of(future.get()); // it came in the instant in which we gave up
    }
  }

  private void attempt(PoolScene scene, OperationKind kind, Facts facts, Attempt attempt) {
    Recording call = scene.history().invoke(scene.name(), kind, facts);
    long hold = facts.hold().orElseThrow();
    long begin = System.nanoTime();
    Optional<Permit> taken;
    try {
      taken = attempt.run();
    } catch (Exception | Error e) {
      Outcomes.end(call, hold, e);
      scene.progress().failed();
      return;
    }
    if (taken.isEmpty()) {
      call.fail(Facts.ofHold(hold).error("false"));
      scene.progress().failed();
      return;
    }
    scene.progress().acquired(System.nanoTime() - begin);
    use(scene, call, hold, taken.get());
  }

  private void use(PoolScene scene, Recording call, long hold, Permit permit) {
    call.ok(
        Facts.ofHold(hold)
            .permits(permit.permits())
            .token(permit.token())
            .deadlineNanos(deadlineNanos(permit)));
    permit.onLost(
        cause -> {
          scene.history().lossTold(scene.name(), hold, cause.name());
          scene.progress().lost();
        });
    rest(options.section());
    Facts end = Facts.ofHold(hold).permits(permit.permits()).holdCount(0);
    boolean isValid = permit.isValid();
    Recording closing =
        scene
            .history()
            .invoke(
                scene.name(),
                OperationKind.RELEASE_PERMITS,
                isValid ? end.deadlineNanos(deadlineNanos(permit)) : end);
    try {
      permit.close();
      closing.ok(end);
    } catch (RuntimeException | Error e) {
      Outcomes.end(closing, hold, e);
      scene.progress().failed();
    }
  }

  /** Until when the permit is believed to be valid; the present if it is not any more. */
  private static long deadlineNanos(Permit permit) {
    long now = System.nanoTime(); // before the question: rather too early than too late
    return now + permit.remaining().toNanos();
  }
}
