package io.holdfast.spring.boot.test;

import io.holdfast.lock.core.HoldfastClient;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;

/** Knows the client of the application that is tested now. */
final class CurrentClientListener implements TestExecutionListener {

  /** A test with a time-out may run in a thread that is started for it. */
  private static final InheritableThreadLocal<@Nullable HoldfastClient> CURRENT =
      new InheritableThreadLocal<>();

  static Optional<HoldfastClient> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  @Override
  public void beforeTestMethod(TestContext test) {
    if (TestContextAnnotationUtils.hasAnnotation(
        test.getTestClass(), AutoConfigureHoldfast.class)) {
      CURRENT.set(test.getApplicationContext().getBeanProvider(HoldfastClient.class).getIfUnique());
    }
  }

  @Override
  public void afterTestMethod(TestContext test) {
    CURRENT.remove();
  }
}
