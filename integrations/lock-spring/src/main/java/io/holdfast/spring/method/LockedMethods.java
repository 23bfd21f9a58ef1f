package io.holdfast.spring.method;

import io.holdfast.spring.Locked;
import io.holdfast.spring.LockedSettings;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** The locked methods of a context. Each is read once. Any thread. */
public final class LockedMethods {

  static final ParameterNameDiscoverer PARAMETER_NAMES = new DefaultParameterNameDiscoverer();

  private final Map<AnnotatedElementKey, LockedMethod> read = new ConcurrentHashMap<>();
  private final Supplier<LockedSettings> settings;
  private final UnaryOperator<String> placeholders;

  /** With these defaults, and what puts values in the place of placeholders. */
  public LockedMethods(Supplier<LockedSettings> settings, UnaryOperator<String> placeholders) {
    this.settings = settings;
    this.placeholders = placeholders;
  }

  /**
   * The method as the class has it; that of the interface where the class is a proxy of the JDK,
   * whose methods have no names of parameters.
   */
  public static Method specific(Method method, Class<?> targetClass) {
    return Proxy.isProxyClass(targetClass)
        ? ClassUtils.getInterfaceMethodIfPossible(method, targetClass)
        : AopUtils.getMostSpecificMethod(method, targetClass);
  }

  /**
   * What the annotation says, on the method of the class or what it overrides; null if there is
   * none.
   */
  public static @Nullable Locked annotation(Method method, Class<?> targetClass) {
    Method specific = specific(method, targetClass);
    Locked found = AnnotatedElementUtils.findMergedAnnotation(specific, Locked.class);
    return found != null || specific.equals(method)
        ? found
        : AnnotatedElementUtils.findMergedAnnotation(method, Locked.class);
  }

  /**
   * Of a method that has the annotation.
   *
   * @throws IllegalStateException if it will not do; the message names the method and why
   */
  public LockedMethod of(Method method, Class<?> targetClass) {
    AnnotatedElementKey key = new AnnotatedElementKey(method, targetClass);
    LockedMethod known = read.get(key);
    if (known != null) {
      return known;
    }
    // Not inside computeIfAbsent: the settings are a bean, and to ask for one may wait for others.
    LockedMethod fresh = LockedReader.read(method, targetClass, settings.get(), placeholders);
    LockedMethod first = read.putIfAbsent(key, fresh);
    return first == null ? fresh : first;
  }
}
