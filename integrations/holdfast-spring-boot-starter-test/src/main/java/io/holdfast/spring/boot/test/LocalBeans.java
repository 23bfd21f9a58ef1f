package io.holdfast.spring.boot.test;

import io.holdfast.lock.testkit.local.LocalLocks;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.util.ClassUtils;

/** The beans of an application that has its locks in this JVM. */
final class LocalBeans {

  /** The bean of type {@code Locks}. */
  static final String LOCKS = "holdfastLocalLocks";

  private LocalBeans() {}

  static void register(ConfigurableListableBeanFactory beans) {
    LocalLocks locks = LocalLocks.create();
    beans.registerSingleton(LOCKS, locks);
    if (beans instanceof DefaultSingletonBeanRegistry singletons) {
      singletons.registerDisposableBean(LOCKS, locks::close);
    }
    if (ClassUtils.isPresent("io.holdfast.spring.LocksOfKinds", beans.getBeanClassLoader())) {
      beans.registerSingleton("holdfastLocalKinds", new LocalKinds(locks));
    }
  }
}
