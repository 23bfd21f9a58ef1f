package io.holdfast.reactor;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A pool of permits for publishers of Reactor. Everything is as {@link ReactiveLock} says, with
 * {@link Permit}s in the place of holds. Exception: work that has permits may ask for more, which
 * is not refused. It waits for itself if it has all that there are. Immutable, light; any thread.
 *
 * <pre>{@code
 * ReactivePool gpus = ReactivePool.of(pool, AcquireOptions.defaults());
 * Mono<Model> model = gpus.using(2, permit -> train());
 * }</pre>
 */
public final class ReactivePool {

  private final PermitPool pool;
  private final AcquireOptions options;
  private final Supplier<Scheduler> scheduler;

  private ReactivePool(PermitPool pool, AcquireOptions options, Supplier<Scheduler> scheduler) {
    this.pool = Objects.requireNonNull(pool, "pool");
    this.options = Objects.requireNonNull(options, "options");
    this.scheduler = scheduler;
  }

  /** This pool; permits are asked for with these options. No I/O. */
  public static ReactivePool of(PermitPool pool, AcquireOptions options) {
    return new ReactivePool(pool, options, Schedulers::parallel);
  }

  /** As {@link ReactiveLock#on}. */
  public ReactivePool on(Scheduler other) {
    Objects.requireNonNull(other, "scheduler");
    return new ReactivePool(pool, options, () -> other);
  }

  /**
   * As {@link ReactiveLock#acquire}. A number that the pool refuses comes as an {@link
   * IllegalArgumentException} by {@code onError}.
   */
  public Mono<Permit> acquire(int permits) {
    return publishers(permits).acquire();
  }

  /**
   * As {@link ReactiveLock#using}. A number that the pool refuses comes as an {@link
   * IllegalArgumentException} by {@code onError}.
   *
   * @param <T> what the work gives
   */
  public <T> Mono<T> using(
      int permits, Function<? super Permit, ? extends Mono<? extends T>> work) {
    return publishers(permits).using(Objects.requireNonNull(work, "work"));
  }

  /**
   * As {@link ReactiveLock#usingMany}. A number that the pool refuses comes as an {@link
   * IllegalArgumentException} by {@code onError}.
   *
   * @param <T> what the work gives
   */
  public <T> Flux<T> usingMany(
      int permits, Function<? super Permit, ? extends Publisher<? extends T>> work) {
    return publishers(permits).usingMany(Objects.requireNonNull(work, "work"));
  }

  private Publishers<Permit> publishers(int permits) {
    String title = "Pool '%s'".formatted(pool.name());
    return new Publishers<>(
        new Source<>(title, Optional.empty(), () -> pool.acquireAsync(permits, options)),
        scheduler);
  }

  @Override
  public String toString() {
    return "ReactivePool['%s']".formatted(pool.name());
  }
}
