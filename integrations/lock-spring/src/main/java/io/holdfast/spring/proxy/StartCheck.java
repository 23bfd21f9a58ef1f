package io.holdfast.spring.proxy;

import io.holdfast.lock.LockKind;
import io.holdfast.spring.HoldTemplate;
import io.holdfast.spring.LockedSettings;
import io.holdfast.spring.LocksOfKinds;
import io.holdfast.spring.method.LockedMethod;
import io.holdfast.spring.method.LockedMethods;
import io.holdfast.spring.method.Refusal;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Checks each bean as it is made: its locked methods, then its proxy. When all are made it checks
 * those that were made before it, that there are locks of the kinds that are asked for, and the
 * classes of beans that are made later. A client is destroyed after the beans that lock with it.
 */
public final class StartCheck
    implements SmartInstantiationAwareBeanPostProcessor, SmartInitializingSingleton {

  /** A locked method of a bean. */
  private record Use(String beanName, LockedMethod method) {}

  private final LockedMethods methods;
  private final Supplier<LocksOfKinds> locks;
  private final Supplier<LockedSettings> settings;
  private final ConfigurableListableBeanFactory beans;

  private final EarlyBeans early;

  /** Methods whose locks are yet to be looked for: clients must not be made so early. */
  private final ConcurrentLinkedQueue<Use> waiting = new ConcurrentLinkedQueue<>();

  /** Beans that are to be destroyed before a client that is yet to be made, by its name. */
  private final Map<String, Set<String>> users = new ConcurrentHashMap<>();

  /** Beans that others got before they were ready, by their name: their proxies are checked. */
  private final Map<String, Object> handedOut = new ConcurrentHashMap<>();

  private volatile boolean hasStarted;

  /** Asks for locks and settings when they are needed. */
  public StartCheck(
      LockedMethods methods,
      Supplier<LocksOfKinds> locks,
      Supplier<LockedSettings> settings,
      ConfigurableListableBeanFactory beans,
      EarlyBeans early) {
    this.methods = methods;
    this.locks = locks;
    this.settings = settings;
    this.beans = beans;
    this.early = early;
  }

  @Override
  public Object postProcessBeforeInitialization(Object bean, String beanName) {
    if (isCandidate(bean) && !(bean instanceof Advised)) {
      Class<?> type = ClassUtils.getUserClass(bean);
      for (Method method : LockedClass.methods(type)) {
        LockedClass.requireOpen(method, type);
      }
    }
    return bean;
  }

  /** Of a bean that is injected before it is ready; what others get is its proxy. */
  @Override
  public Object getEarlyBeanReference(Object bean, String beanName) {
    if (check(bean, beanName)) {
      Object target = AopProxyUtils.getSingletonTarget(bean);
      handedOut.put(beanName, target == null ? bean : target);
    }
    return bean;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    if (handedOut.remove(beanName) != bean) {
      boolean unused = check(bean, beanName);
    }
    Set<String> ofClient = users.remove(beanName);
    if (ofClient != null) {
      ofClient.forEach(user -> beans.registerDependentBean(beanName, user));
    }
    return bean;
  }

  /** Whether it has locked methods. */
  private boolean check(Object bean, String beanName) {
    if (!isCandidate(bean)) {
      return false;
    }
    Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
    Set<Method> locked = LockedClass.methods(type);
    Set<Method> beside = LockedClass.methodsBeside(bean, type);
    if (locked.isEmpty() && beside.isEmpty()) {
      return false;
    }
    check(bean, beanName, type, locked);
    for (Method method : beside) {
      require(beanName, methods.of(method, type));
    }
    early.checked(beanName);
    return true;
  }

  private void check(Object bean, String beanName, Class<?> type, Set<Method> locked) {
    List<Advisor> chain = AdviceOrder.chain(bean);
    for (Method method : locked) {
      LockedMethod read = methods.of(method, type);
      if (chain.stream().noneMatch(LockedAdvisor.class::isInstance)) {
        throw Refusal.of(
            method,
            type,
            "bean '%s' has no proxy that takes the lock: it was created too early, or not by Spring"
                .formatted(beanName));
      }
      LockedClass.requireVisible(method, type, AopUtils.isCglibProxy(bean));
      AdviceOrder.require(read, chain, settings.get());
      require(beanName, read);
    }
  }

  private void require(String beanName, LockedMethod method) {
    if (hasStarted) {
      requireLocks(beanName, method);
    } else {
      waiting.add(new Use(beanName, method));
    }
  }

  @Override
  public void afterSingletonsInstantiated() {
    hasStarted = true;
    for (String name : early.started()) {
      if (beans.containsSingleton(name)) {
        boolean unused = check(beans.getBean(name), name);
      }
    }
    for (Use next = waiting.poll(); next != null; next = waiting.poll()) {
      requireLocks(next.beanName(), next.method());
    }
    for (String name : beans.getBeanDefinitionNames()) {
      if (!beans.containsSingleton(name) && !beans.getBeanDefinition(name).isAbstract()) {
        checkLater(name, beans.getType(name, false));
      }
    }
    outlive(HoldTemplate.class);
  }

  /** The class of a bean that is lazy or a prototype. */
  private void checkLater(String beanName, @Nullable Class<?> type) {
    if (type == null || type.isInterface()) { // what is made may have what the interface has not
      return;
    }
    Class<?> user = ClassUtils.getUserClass(type);
    for (Method method : LockedClass.methods(user)) {
      LockedClass.requireOpen(method, user);
      requireLocks(beanName, methods.of(method, user));
    }
  }

  private void requireLocks(String beanName, LockedMethod method) {
    try {
      locks.get().require(method.kind(), method.clientBean());
    } catch (IllegalStateException e) {
      throw Refusal.of(method.method(), method.targetClass(), String.valueOf(e.getMessage()));
    }
    outlive(beanName, method.kind(), method.clientBean());
  }

  /** The client is needed until these beans are destroyed. */
  private void outlive(Class<?> type) {
    for (String name : beans.getBeanNamesForType(type, false, false)) {
      try {
        outlive(name, LockKind.PLAIN, Optional.empty());
      } catch (IllegalStateException e) { // there is no such client, and so no use of it
        return;
      }
    }
  }

  private void outlive(String beanName, LockKind kind, Optional<String> client) {
    String clientName = locks.get().client(kind, client);
    if (!StringUtils.hasText(clientName) || !beans.containsBeanDefinition(beanName)) {
      return;
    }
    // Not earlier: a client may be said to depend on a bean that has locked methods.
    if (beans.containsSingleton(clientName)) {
      beans.registerDependentBean(clientName, beanName);
    } else {
      users.computeIfAbsent(clientName, absent -> ConcurrentHashMap.newKeySet()).add(beanName);
    }
  }

  static boolean isCandidate(Object bean) {
    return !(bean instanceof AopInfrastructureBean) && !(bean instanceof ScopedObject);
  }
}
