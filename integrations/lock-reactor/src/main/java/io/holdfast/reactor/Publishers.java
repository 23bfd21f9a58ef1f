package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * What can be subscribed to, for one source of holds.
 *
 * @param source where the holds come from
 * @param scheduler gives the scheduler of a subscription
 */
record Publishers<H extends Hold>(Source<H> source, Supplier<Scheduler> scheduler) {

  Publishers<H> on(Scheduler other) {
    return new Publishers<>(source, () -> other);
  }

  Mono<H> acquire() {
    return Mono.fromDirect(
        new Subscribing<H>(
            source, actual -> actual.onSubscribe(new AcquireTurn<>(source, stage(), actual))));
  }

  <T> Mono<T> using(Function<? super H, ? extends Publisher<? extends T>> function) {
    return Mono.fromDirect(working(new Work<>(source, function, true)));
  }

  <T> Flux<T> usingMany(Function<? super H, ? extends Publisher<? extends T>> function) {
    return Flux.from(working(new Work<>(source, function, false)));
  }

  private <T> Flux<T> working(Work<H, T> work) {
    return new Subscribing<>(source, actual -> new WorkTurn<>(work, stage(), actual).start());
  }

  private Stage stage() {
    return new Stage(scheduler.get());
  }
}
