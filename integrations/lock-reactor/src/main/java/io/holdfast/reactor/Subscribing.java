package io.holdfast.reactor;

import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/** Asks with each subscription, unless the subscriber is part of work that holds the lock. */
final class Subscribing<T> extends Flux<T> {

  private final Source<?> source;
  private final Consumer<CoreSubscriber<? super T>> then;

  Subscribing(Source<?> source, Consumer<CoreSubscriber<? super T>> then) {
    this.source = source;
    this.then = then;
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> actual) {
    Optional<Throwable> refusal =
        source.lock().flatMap(lock -> Held.refusal(actual.currentContext(), lock));
    if (refusal.isPresent()) {
      Operators.error(actual, refusal.get());
    } else {
      then.accept(actual);
    }
  }
}
