package io.holdfast.reactor;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Locks;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A lock for publishers of Reactor. The owner is a {@link Hold}, and no thread: operators may
 * change threads as they like. Nothing blocks. Immutable, light; any thread.
 *
 * <pre>{@code
 * ReactiveLock lock = ReactiveLock.of(client, "order:42");
 * Mono<Receipt> receipt = lock.using(hold -> payments.charge(order, hold.token()));
 * }</pre>
 *
 * <p><strong>Subscriptions.</strong> Nothing is asked of the server before a publisher of this
 * class is subscribed to. Each subscription, also each one of {@code retry} and {@code repeat}, is
 * an acquisition of its own with a token of its own. {@link #acquire} asks when a value is first
 * requested. {@link #using} and {@link #usingMany} ask at once, and pass requests on to the work: a
 * subscriber that requests slowly, or nothing, holds the lock meanwhile. Waits and leases are those
 * of the lock's options. Failures come by {@code onError}: {@link
 * io.holdfast.lock.LockTimeoutException} if the wait is over, {@link
 * io.holdfast.lock.LockServerException} if the server cannot be asked or refuses, {@link
 * io.holdfast.lock.ClientClosedException}; nothing is held then.
 *
 * <p><strong>Cancelling</strong> withdraws a request that waits. A hold that is granted in the same
 * moment is released. The subscriber does not wait for the server.
 *
 * <p><strong>Threads.</strong> The function is called, and its publisher subscribed to, on a
 * scheduler: {@link Schedulers#parallel()}, or that of {@link #on}. A hold, the value of {@link
 * #using}, completion and errors are delivered there, too. Values of {@link #usingMany} come on the
 * thread of the publisher that the function returned. Exceptions:
 *
 * <ul>
 *   <li>A nested request is refused on the thread that subscribes.
 *   <li>If the scheduler takes no task, as when it is disposed or full, the function is not called,
 *       no hold is delivered, and signals come on a thread of the client.
 *   <li>A scheduler that runs tasks in the thread that brings them, as {@link
 *       Schedulers#immediate()} does, runs all of this on threads of the client, of which there are
 *       few: nothing may block there.
 *   <li>If a loss comes while {@code usingMany} delivers a value, the error follows on the thread
 *       that delivers the value.
 * </ul>
 *
 * <p><strong>Not re-entrant.</strong> Work that asks for the lock that it holds would wait for
 * itself. Where Reactor's context shows that, the request fails at once with {@link
 * IllegalStateException}, whatever the options are: in the publisher that the function returned,
 * for an equal {@link DistributedLock}. All objects of one name, kind and client are equal. An
 * {@code ObservedLock} equals only another one, and a decorator without {@code equals} only itself.
 *
 * <p>It is not recognised, and waits until its time-out or for ever, if it is made
 *
 * <ul>
 *   <li>on the other side of a read-write lock;
 *   <li>by {@code subscribe()} or {@code block()} in the middle of the work;
 *   <li>in work under a hold of {@link #acquire()};
 *   <li>behind {@code usingMany}, whose values are delivered under the lock: {@code
 *       lock.usingMany(…).concatMap(value -> lock.using(…))} waits for itself as soon as there are
 *       more values than the operator fetches ahead.
 * </ul>
 *
 * <p>The reverse: work that hands its context on to a chain for which it does not wait, by {@code
 * contextWrite(context).subscribe()}, has requests of that chain refused as long as it holds the
 * lock.
 *
 * <p><strong>Memory.</strong> What the work did before it completed is visible to the next work
 * under the lock in this JVM.
 *
 * <p><strong>Cost.</strong> That of {@link DistributedLock#acquireAsync()} and {@link
 * Hold#releaseAsync()}: a round trip each if the lock is free. The scheduler has two tasks, and a
 * timer while the release is unanswered.
 *
 * <p><strong>Not guaranteed:</strong> exclusion beyond the lease. Pass {@link Hold#token()} to the
 * resource and have it refuse lower tokens. Neither is that cancelled work has stopped when the
 * lock is free: a publisher that works on another thread may heed the cancellation late.
 */
public final class ReactiveLock {

  private final Publishers<Hold> publishers;

  private ReactiveLock(Publishers<Hold> publishers) {
    this.publishers = publishers;
  }

  /**
   * The lock of this name, with the options of {@link Locks#get(String)}. No I/O.
   *
   * @throws IllegalArgumentException if the name is too long or not well-formed
   */
  public static ReactiveLock of(Locks locks, String name) {
    return of(locks.get(name));
  }

  /**
   * The same with these options.
   *
   * @throws IllegalArgumentException if the name is too long or not well-formed
   */
  public static ReactiveLock of(Locks locks, String name, AcquireOptions options) {
    return of(locks.get(name, options));
  }

  /** This lock, of any kind, with its options. No I/O. */
  public static ReactiveLock of(DistributedLock lock) {
    String title = "Lock '%s'".formatted(lock.name());
    return new ReactiveLock(
        new Publishers<>(
            new Source<>(title, Optional.of(lock), lock::acquireAsync), Schedulers::parallel));
  }

  /**
   * The same lock with another scheduler for the code of the application. The caller disposes of
   * the scheduler, when nothing is subscribed to this any more: a hold whose task a disposed
   * scheduler drops is not released before the client is closed.
   */
  public ReactiveLock on(Scheduler scheduler) {
    return new ReactiveLock(publishers.on(Objects.requireNonNull(scheduler, "scheduler")));
  }

  /**
   * Acquires a hold, which the subscriber has to release by {@link Hold#releaseAsync()}. Prefer
   * {@link #using} and {@link #usingMany}, which release.
   *
   * <p>Cancelling releases the hold, before, while and after it is delivered, as long as the
   * subscription can be cancelled. So {@code timeout} and {@code firstWithSignal} leave nothing,
   * and neither does a function of {@code map}, {@code flatMap} or {@code subscribe} that throws.
   * It is a {@code Mono}: do not put {@code next()}, {@code take(1)}, {@code blockFirst()} or
   * Kotlin's {@code awaitFirst()} behind it. They cancel when they have a value, and give you a
   * hold that is released.
   *
   * <p>From the delivery on the subscriber releases the hold, also when work fails: a publisher
   * inside {@code flatMap} or {@code flatMapMany} that fails cancels nothing, and leaves the lock
   * held. Operators that discard values, as {@code filter} does, and {@code zip} whose other part
   * fails, tell {@code doOnDiscard(Hold.class, Hold::releaseAsync)}.
   *
   * <p>A hold that is lost before it can be delivered comes as a {@link
   * io.holdfast.lock.LeaseLostException}. {@link Hold#onLost} tells later losses.
   */
  public Mono<Hold> acquire() {
    return publishers.acquire();
  }

  /**
   * Acquires the lock, subscribes to what the function returns, and releases the lock when that has
   * ended. Only then the value and the completion, or the error, are delivered.
   *
   * <ul>
   *   <li>If the hold is lost, the work is cancelled as soon as the scheduler has a thread, and the
   *       subscriber gets {@link io.holdfast.lock.LeaseLostException}. Work does not begin under a
   *       hold that is known to be lost.
   *   <li>If the work has completed, and the release reports a loss, the subscriber gets that and
   *       no value: the work may have overlapped with another owner's. What the work failed with is
   *       suppressed in the loss; an {@link Error} or the work's own {@code LeaseLostException}
   *       comes first.
   *   <li>If the server does not acknowledge the release within 2 s, or refuses it, the outcome of
   *       the work is delivered all the same. The release is retried in the background until the
   *       lease has run out; the log has what becomes known later.
   *   <li>Cancelling cancels the work, and then releases. Work that runs in the call that
   *       subscribes to it, as {@code Mono.fromCallable} does, keeps the lock until that call
   *       returns. If the work has ended before, the release goes on. The log has the loss that it
   *       reports, and {@code onErrorDropped} what the work failed with.
   *   <li>A function that throws, or returns null, is work that failed.
   * </ul>
   *
   * @param <T> what the work gives
   */
  public <T> Mono<T> using(Function<? super Hold, ? extends Mono<? extends T>> work) {
    return publishers.using(Objects.requireNonNull(work, "work"));
  }

  /**
   * As {@link #using}, for any number of values. They are passed on as they come, under the lock;
   * completion and errors are delivered after the release. An operator that ends early, as {@code
   * take(n)}, cancels the work, and hears of its own end before the release.
   *
   * @param <T> what the work gives
   */
  public <T> Flux<T> usingMany(Function<? super Hold, ? extends Publisher<? extends T>> work) {
    return publishers.usingMany(Objects.requireNonNull(work, "work"));
  }

  @Override
  public String toString() {
    return "ReactiveLock[%s]".formatted(publishers.source().title());
  }
}
