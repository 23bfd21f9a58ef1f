package io.holdfast.spring.method;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** What is said of a locked method that will not do. */
public final class Refusal {

  private Refusal() {}

  /** For the start of the application. */
  public static IllegalStateException of(Method method, Class<?> target, String problem) {
    return new IllegalStateException("@Locked on %s: %s".formatted(title(method, target), problem));
  }

  static IllegalStateException of(
      Method method, Class<?> target, @Nullable String problem, Throwable cause) {
    return new IllegalStateException(
        "@Locked on %s: %s".formatted(title(method, target), problem), cause);
  }

  /** As in {@code Orders.pay(Order)}. */
  public static String title(Method method, Class<?> target) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(
            Collectors.joining(
                ", ",
                ClassUtils.getUserClass(target).getSimpleName() + '.' + method.getName() + '(',
                ")"));
  }
}
