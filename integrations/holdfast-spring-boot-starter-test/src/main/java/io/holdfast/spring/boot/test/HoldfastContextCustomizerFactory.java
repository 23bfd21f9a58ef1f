package io.holdfast.spring.boot.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Finds {@link AutoConfigureHoldfast} at a test class, its super-classes and those around it. */
final class HoldfastContextCustomizerFactory implements ContextCustomizerFactory {

  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    AutoConfigureHoldfast wish =
        TestContextAnnotationUtils.findMergedAnnotation(testClass, AutoConfigureHoldfast.class);
    return wish == null ? null : new HoldfastContextCustomizer(wish.server());
  }
}
