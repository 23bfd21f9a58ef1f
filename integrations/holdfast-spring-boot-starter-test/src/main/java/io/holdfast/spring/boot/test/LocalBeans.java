package io.holdfast.spring.boot.test;

import io.holdfast.lock.testkit.local.LocalLocks;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.util.ClassUtils;

/** The beans of an application that has its locks in this JVM. */
final class LocalBeans {

  /** The bean of type {@code Locks}. */
  static final String LOCKS = "holdfastLocalLocks";

  private static final String KINDS = "holdfastLocalKinds";

  private LocalBeans() {}

  static void register(ConfigurableListableBeanFactory beans) {
    LocalLocks locks = LocalLocks.create();
    register(beans, LOCKS, locks, locks::close);
    if (ClassUtils.isPresent("io.holdfast.spring.LocksOfKinds", beans.getBeanClassLoader())) {
      LocalKinds kinds = new LocalKinds(locks);
      register(beans, KINDS, kinds, kinds::close);
    }
  }

  private static void register(
      ConfigurableListableBeanFactory beans, String name, Object bean, DisposableBean end) {
    beans.registerSingleton(name, bean);
    if (beans instanceof DefaultSingletonBeanRegistry singletons) {
      singletons.registerDisposableBean(name, end);
    }
  }
}
