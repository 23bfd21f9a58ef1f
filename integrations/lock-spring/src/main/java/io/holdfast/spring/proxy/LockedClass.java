package io.holdfast.spring.proxy;

import io.holdfast.spring.method.LockedMethods;
import io.holdfast.spring.method.Refusal;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the locked methods of a class, and refuses those that no proxy can see. */
final class LockedClass {

  private LockedClass() {}

  /**
   * Of the class, what it inherits, and its interfaces; each as it runs.
   *
   * @throws IllegalStateException if one is private, static, or final where the proxy is a subclass
   */
  static Set<Method> methods(Class<?> type) {
    Set<Method> found = new LinkedHashSet<>();
    ReflectionUtils.doWithMethods(
        type, method -> look(method, type, found), LockedClass::isDeclared);
    for (Class<?> each : ClassUtils.getAllInterfacesForClassAsSet(type)) {
      ReflectionUtils.doWithMethods(
          each, method -> look(method, type, found), LockedClass::isDeclared);
    }
    return found;
  }

  private static boolean isDeclared(Method method) {
    return !method.isBridge()
        && !method.isSynthetic()
        && method.getDeclaringClass() != Object.class;
  }

  private static void look(Method method, Class<?> type, Set<Method> found) {
    boolean isHidden =
        Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers());
    Method specific = isHidden ? method : AopUtils.getMostSpecificMethod(method, type);
    if (LockedMethods.annotation(specific, type) == null
        && LockedMethods.annotation(method, type) == null) {
      return;
    }
    if (isHidden) {
      throw Refusal.of(
          method,
          type,
          "it is %s, so calls do not go through the proxy: make it public, or use HoldTemplate"
              .formatted(Modifier.isStatic(method.getModifiers()) ? "static" : "private"));
    }
    if (!specific.isBridge()) {
      found.add(specific);
    }
  }

  /** Refuses what the kind of proxy that is made for the bean cannot override. */
  static void requireVisible(Method method, Class<?> type, boolean isSubclass) {
    boolean isInInterface =
        ClassUtils.getAllInterfacesForClassAsSet(type).stream()
            .anyMatch(
                each -> ClassUtils.hasMethod(each, method.getName(), method.getParameterTypes()));
    if (isSubclass && Modifier.isFinal(method.getModifiers())) {
      throw Refusal.of(method, type, "it is final, so the proxy cannot override it: drop final");
    }
    if (!isSubclass && !isInInterface && !hasGenericTwin(method, type)) {
      throw Refusal.of(
          method,
          type,
          "the proxy is of the interfaces, and none has this method: add it to one, or set"
              + " proxyTargetClass");
    }
  }

  /** Whether an interface has it with other, generic parameters. */
  private static boolean hasGenericTwin(Method method, Class<?> type) {
    return ClassUtils.getAllInterfacesForClassAsSet(type).stream()
        .flatMap(each -> java.util.Arrays.stream(each.getMethods()))
        .anyMatch(
            twin ->
                twin.getName().equals(method.getName())
                    && AopUtils.getMostSpecificMethod(twin, type).equals(method));
  }

  /** Refuses a final class, unless each method can be seen by its interfaces. */
  static void requireOpen(Method method, Class<?> type) {
    boolean hasInterface = !ClassUtils.getAllInterfacesForClassAsSet(type).isEmpty();
    if (Modifier.isFinal(type.getModifiers()) && !hasInterface) {
      throw Refusal.of(
          method,
          type,
          "the class is final and has no interface, so there can be no proxy: drop final");
    }
    if (Modifier.isFinal(method.getModifiers()) && !hasInterface) {
      throw Refusal.of(method, type, "it is final, so the proxy cannot override it: drop final");
    }
  }
}
