package io.holdfast.spring.method;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Lease;
import io.holdfast.spring.Locked;
import io.holdfast.spring.LockedSettings;
import io.holdfast.spring.section.Policies;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Reads the annotation of one method, and refuses what cannot work. */
final class LockedReader {

  private final Method method;
  private final Class<?> targetClass;
  private final Locked locked;
  private final UnaryOperator<String> placeholders;

  private LockedReader(
      Method method, Class<?> targetClass, Locked locked, UnaryOperator<String> placeholders) {
    this.method = method;
    this.targetClass = targetClass;
    this.locked = locked;
    this.placeholders = placeholders;
  }

  static LockedMethod read(
      Method method,
      Class<?> targetClass,
      LockedSettings settings,
      UnaryOperator<String> placeholders) {
    Method specific = LockedMethods.specific(method, targetClass);
    Locked locked = Objects.requireNonNull(LockedMethods.annotation(method, targetClass));
    return new LockedReader(specific, targetClass, locked, placeholders).read(settings);
  }

  private LockedMethod read(LockedSettings settings) {
    ReturnShape shape = shape();
    Policies policies = new Policies(locked.onTimeout(), locked.onUnreachable(), locked.onLoss());
    Optional<Method> fallback = Fallbacks.of(method, targetClass, locked.fallback(), policies);
    if (policies.maySkip()
        && fallback.isEmpty()
        && shape instanceof ReturnShape.Reactive reactive
        && !reactive.adapter().supportsEmpty()) {
      throw Refusal.of(
          method,
          targetClass,
          "SKIP has nothing to return, because a %s is never empty: name a fallback"
              .formatted(reactive.adapter().getReactiveType().getName()));
    }
    if (policies.maySkip()
        && fallback.isEmpty()
        && shape instanceof ReturnShape.Plain plain
        && plain.isPrimitive()) {
      throw Refusal.of(
          method,
          targetClass,
          "SKIP has no %s to return: name a fallback, or return a reference"
              .formatted(plain.type().getName()));
    }
    return new LockedMethod(
        method,
        targetClass,
        templates(),
        locked.kind(),
        locked.client().strip(),
        options(settings),
        policies,
        fallback,
        shape,
        Arrays.stream(method.getExceptionTypes())
            .anyMatch(type -> type.isAssignableFrom(InterruptedException.class)));
  }

  private ReturnShape shape() {
    try {
      return ReturnShape.of(method, targetClass);
    } catch (IllegalArgumentException e) {
      throw Refusal.of(method, targetClass, e.getMessage(), e);
    }
  }

  private List<NameTemplate> templates() {
    if (locked.value().length == 0) {
      throw Refusal.of(method, targetClass, "value is empty: must be at least one name");
    }
    Set<String> variables = variables();
    List<NameTemplate> templates = new ArrayList<>();
    for (String name : locked.value()) {
      try {
        templates.add(NameTemplate.parse(placeholders.apply(name), variables));
      } catch (IllegalArgumentException e) {
        throw Refusal.of(method, targetClass, "name '%s': %s".formatted(name, e.getMessage()), e);
      }
    }
    return List.copyOf(templates);
  }

  private Set<String> variables() {
    Set<String> variables = new HashSet<>(Set.of("root", "this"));
    String[] names = LockedMethods.PARAMETER_NAMES.getParameterNames(method);
    for (int i = 0; i < method.getParameterCount(); i++) {
      variables.add("p" + i);
      variables.add("a" + i);
      if (names != null) {
        variables.add(names[i]);
      }
    }
    return variables;
  }

  private AcquireOptions options(LockedSettings settings) {
    try {
      String wait = placeholders.apply(locked.waitAtMost());
      String lease = placeholders.apply(locked.lease());
      String cap = placeholders.apply(locked.cap());
      Lease asked = lease.isBlank() ? settings.lease() : Times.lease(lease);
      return AcquireOptions.defaults()
          .waitAtMost(wait.isBlank() ? settings.waitAtMost() : Times.wait(wait))
          .lease(cap.isBlank() ? asked : Times.capped(asked, cap));
    } catch (IllegalArgumentException e) {
      throw Refusal.of(method, targetClass, e.getMessage(), e);
    }
  }
}
