package io.holdfast.spring.proxy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

/**
 * Notes which beans with locked methods are made, from before there are proxies: of those that
 * other post-processors need, {@link StartCheck} would not hear.
 */
public final class EarlyBeans implements BeanFactoryPostProcessor, PriorityOrdered {

  private final Set<String> unchecked = ConcurrentHashMap.newKeySet();
  private volatile boolean hasStarted;

  /** That has noted none. */
  public EarlyBeans() {}

  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    beans.addBeanPostProcessor(
        new BeanPostProcessor() {
          @Override
          public Object postProcessAfterInitialization(Object bean, String name) {
            note(bean, name);
            return bean;
          }
        });
  }

  private void note(Object bean, String name) {
    if (!hasStarted && StartCheck.isCandidate(bean)) {
      if (!LockedClass.methods(AopProxyUtils.ultimateTargetClass(bean)).isEmpty()) {
        unchecked.add(name);
      }
    }
  }

  void checked(String name) {
    unchecked.remove(name);
  }

  /** Those that were made and not checked. Notes no more. */
  Set<String> started() {
    hasStarted = true;
    return Set.copyOf(unchecked);
  }
}
