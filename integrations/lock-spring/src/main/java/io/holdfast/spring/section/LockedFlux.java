package io.holdfast.spring.section;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/** Acquires with each subscription, and releases when that has ended. */
final class LockedFlux extends Flux<Object> {

  private final Section section;
  private final boolean isOfOne;

  LockedFlux(Section section, boolean isOfOne) {
    this.section = section;
    this.isOfOne = isOfOne;
  }

  @Override
  public void subscribe(CoreSubscriber<? super Object> actual) {
    Frame outer = Frame.in(actual.currentContext()).orElse(null);
    try {
      Frame.requireNotInside(outer, section.wanted(), false);
      Frame.requireNotInside(Frame.current().orElse(null), section.wanted(), false);
    } catch (RuntimeException e) {
      Operators.error(actual, e);
      return;
    }
    new FluxTurn(section, actual, outer, isOfOne).start();
  }
}
