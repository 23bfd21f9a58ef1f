package io.holdfast.spring.proxy;

import io.holdfast.spring.LockedSettings;
import io.holdfast.spring.LocksOfKinds;
import io.holdfast.spring.method.LockedMethod;
import io.holdfast.spring.method.LockedMethods;
import io.holdfast.spring.method.Refusal;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * Checks each bean as it is made: its locked methods, then its proxy. When all are made it checks
 * that there are locks of the kinds that are asked for, and the classes of beans that are made
 * later.
 */
public final class StartCheck implements BeanPostProcessor, SmartInitializingSingleton {

  private final LockedMethods methods;
  private final Supplier<LocksOfKinds> locks;
  private final Supplier<LockedSettings> settings;
  private final ConfigurableListableBeanFactory beans;

  /** Methods whose locks are yet to be looked for: clients must not be made so early. */
  private final ConcurrentLinkedQueue<LockedMethod> waiting = new ConcurrentLinkedQueue<>();

  private volatile boolean hasStarted;

  /** Asks for locks and settings when they are needed. */
  public StartCheck(
      LockedMethods methods,
      Supplier<LocksOfKinds> locks,
      Supplier<LockedSettings> settings,
      ConfigurableListableBeanFactory beans) {
    this.methods = methods;
    this.locks = locks;
    this.settings = settings;
    this.beans = beans;
  }

  @Override
  public Object postProcessBeforeInitialization(Object bean, String beanName) {
    Class<?> type = ClassUtils.getUserClass(bean);
    if (isCandidate(bean, type)) {
      for (Method method : LockedClass.methods(type)) {
        if (!(bean instanceof org.springframework.aop.framework.Advised)) {
          LockedClass.requireOpen(method, type);
        }
      }
    }
    return bean;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
    if (isCandidate(bean, type)) {
      Set<Method> locked = LockedClass.methods(type);
      if (!locked.isEmpty()) {
        check(bean, beanName, type, locked);
      }
    }
    return bean;
  }

  private void check(Object bean, String beanName, Class<?> type, Set<Method> locked) {
    List<Advisor> chain = AdviceOrder.chain(bean);
    for (Method method : locked) {
      LockedMethod read = methods.of(method, type);
      if (chain.stream().noneMatch(LockedAdvisor.class::isInstance)) {
        throw Refusal.of(
            method,
            type,
            "bean '%s' has no proxy with the lock: it is made too early, or is none of Spring's making"
                .formatted(beanName));
      }
      LockedClass.requireVisible(method, type, AopUtils.isCglibProxy(bean));
      AdviceOrder.require(read, chain, settings.get());
      if (hasStarted) {
        requireLocks(read);
      } else {
        waiting.add(read);
      }
    }
  }

  @Override
  public void afterSingletonsInstantiated() {
    hasStarted = true;
    for (LockedMethod next = waiting.poll(); next != null; next = waiting.poll()) {
      requireLocks(next);
    }
    for (String name : beans.getBeanDefinitionNames()) {
      if (!beans.containsSingleton(name) && !beans.getBeanDefinition(name).isAbstract()) {
        checkLater(beans.getType(name, false));
      }
    }
  }

  /** The class of a bean that is lazy or a prototype. */
  private void checkLater(@Nullable Class<?> type) {
    if (type == null || !AnnotationUtils.isCandidateClass(type, io.holdfast.spring.Locked.class)) {
      return;
    }
    Class<?> user = ClassUtils.getUserClass(type);
    for (Method method : LockedClass.methods(user)) {
      LockedClass.requireOpen(method, user);
      requireLocks(methods.of(method, user));
    }
  }

  private void requireLocks(LockedMethod method) {
    try {
      locks.get().require(method.kind(), method.clientBean());
    } catch (IllegalStateException e) {
      throw Refusal.of(method.method(), method.targetClass(), String.valueOf(e.getMessage()));
    }
  }

  private static boolean isCandidate(Object bean, Class<?> type) {
    return !(bean instanceof AopInfrastructureBean)
        && !(bean instanceof ScopedObject)
        && AnnotationUtils.isCandidateClass(type, io.holdfast.spring.Locked.class);
  }
}
