package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import java.util.Objects;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * Work under a hold, which may be subscribed to again and again.
 *
 * @param source where the hold comes from
 * @param function makes the publisher
 * @param isOfOne whether it has one value at most, which is told after the release
 */
record Work<H extends Hold, T>(
    Source<H> source,
    Function<? super H, ? extends Publisher<? extends T>> function,
    boolean isOfOne) {

  /** What works under this hold. Its context names the lock. */
  Flux<T> publisher(H hold) {
    Flux<T> all = Flux.defer(() -> made(hold));
    return source
        .lock()
        .map(lock -> all.contextWrite(context -> Held.with(context, lock, hold)))
        .orElse(all);
  }

  private Publisher<T> made(H hold) {
    Publisher<? extends T> made =
        Objects.requireNonNull(
            function.apply(hold), () -> source.title() + ": the work returned no publisher");
    @SuppressWarnings("unchecked") // a publisher only gives
    Publisher<T> publisher = (Publisher<T>) made;
    return publisher;
  }
}
