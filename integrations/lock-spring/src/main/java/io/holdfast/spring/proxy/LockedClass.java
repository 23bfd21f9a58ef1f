package io.holdfast.spring.proxy;

import io.holdfast.spring.method.LockedMethods;
import io.holdfast.spring.method.Refusal;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.ReflectionUtils;

/** Finds the locked methods of a class, and refuses those that no proxy can see. */
final class LockedClass {

  private static final Map<Class<?>, Set<Method>> KNOWN = new ConcurrentReferenceHashMap<>();

  private LockedClass() {}

  /**
   * Of the class, what it inherits, and its interfaces; each as it runs.
   *
   * @throws IllegalStateException if one is private, static, or final where the proxy is a subclass
   */
  static Set<Method> methods(Class<?> type) {
    Set<Method> known = KNOWN.get(type);
    if (known != null) {
      return known;
    }
    Set<Method> found = find(type);
    KNOWN.put(type, found);
    return found;
  }

  /** Those of interfaces that only the proxy has, as that of a repository does. */
  static Set<Method> methodsBeside(Object bean, Class<?> type) {
    if (!AopUtils.isJdkDynamicProxy(bean)) {
      return Set.of();
    }
    Set<Method> found = new LinkedHashSet<>();
    for (Class<?> each : AopProxyUtils.proxiedUserInterfaces(bean)) {
      if (!each.isAssignableFrom(type)) {
        found.addAll(methods(each));
      }
    }
    return found;
  }

  private static Set<Method> find(Class<?> type) {
    if (!AnnotationUtils.isCandidateClass(type, io.holdfast.spring.Locked.class)) {
      return Set.of();
    }
    Set<Method> found = new LinkedHashSet<>();
    ReflectionUtils.doWithMethods(
        type, method -> look(method, type, found), LockedClass::isDeclared);
    for (Class<?> each : ClassUtils.getAllInterfacesForClassAsSet(type)) {
      ReflectionUtils.doWithMethods(
          each, method -> look(method, type, found), LockedClass::isDeclared);
    }
    return Collections.unmodifiableSet(found);
  }

  private static boolean isDeclared(Method method) {
    return !method.isBridge()
        && !method.isSynthetic()
        && method.getDeclaringClass() != Object.class;
  }

  private static void look(Method method, Class<?> type, Set<Method> found) {
    boolean isHidden =
        Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers());
    Method specific = isHidden ? method : LockedMethods.specific(method, type);
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
    if (isSubclass) {
      requireOverridable(method, type);
    }
    if (!isSubclass && !isInInterface && !hasGenericTwin(method, type)) {
      throw Refusal.of(
          method,
          type,
          "the proxy implements only the interfaces, and none has this method: add it to one, or set"
              + " proxyTargetClass");
    }
  }

  private static void requireOverridable(Method method, Class<?> type) {
    int modifiers = method.getModifiers();
    if (Modifier.isFinal(modifiers)) {
      throw Refusal.of(method, type, "it is final, so the proxy cannot override it: drop final");
    }
    boolean isOfPackage = !Modifier.isPublic(modifiers) && !Modifier.isProtected(modifiers);
    if (isOfPackage && !method.getDeclaringClass().getPackageName().equals(type.getPackageName())) {
      throw Refusal.of(
          method,
          type,
          "it is package-private in another package, so the proxy cannot override it: make it protected");
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
    if (!hasInterface) {
      requireOverridable(method, type);
    }
  }
}
