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
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

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

    /**
     * Refuses what goes on after the method has returned, which its type did not tell.
     *
     * @throws IllegalStateException if so; the lock is free already
     */
    public void requireOver(@Nullable Object returned, LockedMethod method) {
      if (returned == null || type.isPrimitive() || type == returned.getClass()) {
        return;
      }
      if (returned instanceof Future<?> future && future.isDone()) {
        return;
      }
      Class<?> actual = returned.getClass();
      if (isUnknown(actual) || adapter(actual) != null) {
        throw Refusal.of(
            method.method(),
            method.targetClass(),
            ("it returned a %s, which goes on after the lock is released: declare a CompletableFuture,"
                    + " a Mono or a Flux")
                .formatted(actual.getName()));
      }
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
          "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
          "org.springframework.web.servlet.mvc.method.annotation.SseEmitter",
          "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody",
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
    ReactiveAdapter adapter = isUnknown(type) ? null : adapter(type);
    if (adapter != null && adapter.getReactiveType() == type) {
      return new Reactive(adapter);
    }
    if (adapter != null || isUnknown(type) || hasUnknownBody(method, targetClass)) {
      throw new IllegalArgumentException(
          ("returns %s: the end of such work cannot be known; return a CompletableFuture, a Mono or"
                  + " a Flux")
              .formatted(type.getName()));
    }
    return new Plain(type);
  }

  private static @Nullable ReactiveAdapter adapter(Class<?> type) {
    return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
  }

  private static boolean isUnknown(Class<?> type) {
    return Future.class.isAssignableFrom(type)
        || CompletionStage.class.isAssignableFrom(type)
        || BaseStream.class.isAssignableFrom(type)
        || Callable.class.isAssignableFrom(type)
        || isNamed(type, UNKNOWN);
  }

  /** Whether it, or what it extends or implements, has one of these names. */
  private static boolean isNamed(Class<?> type, Set<String> names) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (names.contains(each.getName())) {
        return true;
      }
    }
    return ClassUtils.getAllInterfacesForClassAsSet(type).stream()
        .anyMatch(each -> names.contains(each.getName()));
  }

  /** A response of the web whose body is written later. */
  private static boolean hasUnknownBody(Method method, Class<?> targetClass) {
    ResolvableType type = ResolvableType.forMethodReturnType(method, targetClass);
    if (!isNamed(type.toClass(), Set.of("org.springframework.http.HttpEntity"))) {
      return false;
    }
    Class<?> body = type.getGeneric(0).toClass();
    return isUnknown(body) || adapter(body) != null;
  }
}
