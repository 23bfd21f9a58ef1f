package io.holdfast.spring.method;

import io.holdfast.spring.section.Policies;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/** Finds the fallback of a method. */
final class Fallbacks {

  private Fallbacks() {}

  static Optional<Method> of(Method method, Class<?> targetClass, String name, Policies policies) {
    if (name.isBlank()) {
      return Optional.empty();
    }
    if (!policies.maySkip()) {
      throw Refusal.of(
          method,
          targetClass,
          "fallback '%s' is never called: neither onTimeout nor onUnreachable is SKIP"
              .formatted(name));
    }
    Method found = ReflectionUtils.findMethod(targetClass, name, method.getParameterTypes());
    if (found == null) {
      throw Refusal.of(
          method,
          targetClass,
          "fallback '%s': there is no method %s"
              .formatted(
                  name,
                  Refusal.title(method, targetClass).replace(method.getName() + '(', name + '(')));
    }
    requireFits(method, targetClass, found);
    ReflectionUtils.makeAccessible(found);
    return Optional.of(found);
  }

  private static void requireFits(Method method, Class<?> targetClass, Method found) {
    ResolvableType wanted = ResolvableType.forMethodReturnType(method, targetClass);
    ResolvableType given = ResolvableType.forMethodReturnType(found, targetClass);
    if (!wanted.isAssignableFrom(given)) {
      throw Refusal.of(
          method,
          targetClass,
          "fallback '%s' returns %s, must return %s".formatted(found.getName(), given, wanted));
    }
    if (Modifier.isStatic(found.getModifiers()) || found.equals(method)) {
      throw Refusal.of(
          method,
          targetClass,
          "fallback '%s': must be another method of the object".formatted(found.getName()));
    }
    for (Class<?> thrown : found.getExceptionTypes()) {
      boolean isUnchecked =
          RuntimeException.class.isAssignableFrom(thrown) || Error.class.isAssignableFrom(thrown);
      if (!isUnchecked
          && Arrays.stream(method.getExceptionTypes())
              .noneMatch(declared -> declared.isAssignableFrom(thrown))) {
        throw Refusal.of(
            method,
            targetClass,
            "fallback '%s' throws %s, which the method does not declare"
                .formatted(found.getName(), thrown.getName()));
      }
    }
  }
}
