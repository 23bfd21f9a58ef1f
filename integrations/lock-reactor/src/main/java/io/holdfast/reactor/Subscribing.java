package io.holdfast.reactor;

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
    try {
      source.key().ifPresent(key -> Held.requireNotInside(actual.currentContext(), key));
    } catch (IllegalStateException e) {
      Operators.error(actual, e);
      return;
    }
    then.accept(actual);
  }
}
