package io.holdfast.lock.core.server;

import java.util.function.Function;

/** What became of a request: an answer of the server, or a failure. */
public sealed interface Outcome<T> permits Outcome.Answered, Outcome.Failed {

  /**
   * The server answered.
   *
   * @param reply what it said
   */
  record Answered<T>(T reply) implements Outcome<T> {}

  /**
   * No usable answer.
   *
   * @param failure why, and whether the request may have been executed
   */
  record Failed<T>(ServerFailure failure) implements Outcome<T> {}

  /** The same outcome with the answer decoded; refused if it cannot be. */
  default <R> Outcome<R> map(Function<? super T, ? extends R> decoder) {
    return this instanceof Answered<T> answered
        ? decoded(answered.reply(), decoder)
        : new Failed<>(((Failed<T>) this).failure());
  }

  /** That answer, decoded; refused if it cannot be. */
  static <T, R> Outcome<R> decoded(T reply, Function<? super T, ? extends R> decoder) {
    try {
      return new Answered<>(decoder.apply(reply));
    } catch (RuntimeException e) { // not an answer of our scripts
      return new Failed<>(new ServerFailure(ServerFailure.Kind.REFUSED, e));
    }
  }
}
