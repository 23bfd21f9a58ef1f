package io.holdfast.spring.proxy;

import io.holdfast.spring.LockedSettings;
import io.holdfast.spring.method.LockedMethods;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.annotation.AnnotationUtils;

/** Puts the locks around the methods that ask for them. */
public final class LockedAdvisor extends AbstractPointcutAdvisor {

  private static final long serialVersionUID = 1L;

  // Advisors are serializable by their interface only.
  private final transient LockedInterceptor interceptor;
  private final transient Supplier<LockedSettings> settings;
  private final transient Pointcut pointcut = new LockedPointcut();

  /** With the order of these settings, which are asked for when proxies are made. */
  public LockedAdvisor(LockedInterceptor interceptor, Supplier<LockedSettings> settings) {
    this.interceptor = interceptor;
    this.settings = settings;
  }

  @Override
  public int getOrder() {
    return settings.get().order();
  }

  @Override
  public Pointcut getPointcut() {
    return pointcut;
  }

  @Override
  public Advice getAdvice() {
    return interceptor;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  private static final class LockedPointcut extends StaticMethodMatcherPointcut {

    LockedPointcut() {
      ClassFilter filter =
          type -> AnnotationUtils.isCandidateClass(type, io.holdfast.spring.Locked.class);
      setClassFilter(filter);
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
      return LockedMethods.annotation(method, targetClass) != null;
    }
  }
}
