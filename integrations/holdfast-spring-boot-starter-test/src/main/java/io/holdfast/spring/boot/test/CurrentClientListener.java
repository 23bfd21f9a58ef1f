package io.holdfast.spring.boot.test;

import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;

/** Knows the locks of the application that is tested now. */
final class CurrentClientListener implements TestExecutionListener {

  /** A test with a time-out may run in a thread that is started for it. */
  private static final InheritableThreadLocal<@Nullable Locks> CURRENT =
      new InheritableThreadLocal<>();

  static Optional<Locks> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  @Override
  public void beforeTestMethod(TestContext test) {
    if (TestContextAnnotationUtils.hasAnnotation(
        test.getTestClass(), AutoConfigureHoldfast.class)) {
      CURRENT.set(locksOf(test.getApplicationContext()));
    }
  }

  /** Those of the only client; or, where there is none, the only locks. */
  private static @Nullable Locks locksOf(BeanFactory beans) {
    HoldfastClient client = beans.getBeanProvider(HoldfastClient.class).getIfUnique();
    return client != null ? client : beans.getBeanProvider(Locks.class).getIfUnique();
  }

  @Override
  public void afterTestMethod(TestContext test) {
    CURRENT.remove();
  }
}
