package io.holdfast.spring.method;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;

/** When the work of a method is over, by what it returns. */
public sealed interface ReturnShape {

  /** When it returns. */
  record Plain(Class<?> type) implements ReturnShape {

    /** What a caller gets if the method is skipped. */
    public @Nullable Object empty() {
      if (type == Optional.class) {
        return Optional.empty();
      }
      if (type == OptionalInt.class) {
        return OptionalInt.empty();
      }
      if (type == OptionalLong.class) {
        return OptionalLong.empty();
      }
      return type == OptionalDouble.class ? OptionalDouble.empty() : null;
    }

    boolean isPrimitive() {
      return type.isPrimitive() && type != void.class;
    }
  }

  /** When the stage that it returns has ended. */
  record Stage() implements ReturnShape {}

  /** When a subscription to what it returns has ended. */
  record Reactive(ReactiveAdapter adapter) implements ReturnShape {}

  /** Work that goes on after the method has returned, and of whose end nobody can know. */
  Set<String> UNKNOWN =
      Set.of(
          "org.springframework.util.concurrent.ListenableFuture",
          "com.google.common.util.concurrent.ListenableFuture",
          "org.springframework.web.context.request.async.DeferredResult",
          "org.springframework.web.context.request.async.WebAsyncTask",
          "kotlinx.coroutines.Deferred",
          "kotlinx.coroutines.flow.Flow");

  /**
   * Of this method.
   *
   * @throws IllegalArgumentException if the end of its work cannot be known
   */
  static ReturnShape of(Method method, Class<?> targetClass) {
    Class<?> type = ResolvableType.forMethodReturnType(method, targetClass).toClass();
    if (type == void.class || type.isPrimitive()) {
      return new Plain(type);
    }
    if (Arrays.stream(method.getParameterTypes())
        .anyMatch(parameter -> parameter.getName().equals("kotlin.coroutines.Continuation"))) {
      throw new IllegalArgumentException(
          "a suspend function: return a Mono, or use HoldTemplate inside");
    }
    if (type == CompletionStage.class || type == CompletableFuture.class) {
      return new Stage();
    }
    ReactiveAdapter adapter =
        isUnknown(type) ? null : ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
    if (adapter != null && adapter.getReactiveType() == type) {
      return new Reactive(adapter);
    }
    if (adapter != null || isUnknown(type)) {
      throw new IllegalArgumentException(
          ("returns %s: the end of such work cannot be known; return a CompletableFuture, a Mono or"
                  + " a Flux")
              .formatted(type.getName()));
    }
    return new Plain(type);
  }

  private static boolean isUnknown(Class<?> type) {
    return Future.class.isAssignableFrom(type)
        || CompletionStage.class.isAssignableFrom(type)
        || type == Callable.class
        || UNKNOWN.contains(type.getName());
  }
}
