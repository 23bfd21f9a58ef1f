package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.micrometer.ObservedLocks;
import io.holdfast.spring.HoldTemplate;
import io.holdfast.spring.LocksDecorator;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** When sections are observed. No server is needed. */
class HoldfastObservationAutoConfigurationTest {

  private final ApplicationContextRunner runner =
      Contexts.runner()
          .withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class));

  @Test
  void sections_registryThere_areObserved() {
    runner.run(
        context ->
            assertThat(
                    context
                        .getBean(LocksDecorator.class)
                        .decorate(LockKind.PLAIN, context.getBean(HoldfastClient.class)))
                .isInstanceOf(ObservedLocks.class));
  }

  @Test
  void sections_decoratorOfTheApplication_isOneMore() {
    runner
        .withBean("own", LocksDecorator.class, () -> (kind, locks) -> locks)
        .run(
            context ->
                assertThat(context.getBeansOfType(LocksDecorator.class))
                    .containsOnlyKeys("own", "holdfastObservingDecorator"));
  }

  @Test
  void sections_decoratorOfThatName_isTheOnlyOne() {
    LocksDecorator own = (kind, locks) -> locks;
    runner
        .withBean("holdfastObservingDecorator", LocksDecorator.class, () -> own)
        .run(context -> assertThat(context.getBean(LocksDecorator.class)).isSameAs(own));
  }

  @Test
  void sections_noRegistry_areNotObserved() {
    Contexts.runner()
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HoldTemplate.class)
                    .doesNotHaveBean(LocksDecorator.class));
  }

  @Test
  void sections_disabled_areNotObserved() {
    for (String property : new String[] {"holdfast.observations.enabled", "holdfast.enabled"}) {
      runner
          .withPropertyValues(property + "=false")
          .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LocksDecorator.class));
    }
  }

  @Test
  void sections_withoutModules_areNotObserved() {
    Class<?>[] each = {ObservedLocks.class, LocksDecorator.class};
    for (Class<?> missing : each) {
      runner
          .withClassLoader(new FilteredClassLoader(missing))
          .run(
              context ->
                  assertThat(context)
                      .hasNotFailed()
                      .hasSingleBean(ObservationRegistry.class)
                      .hasSingleBean(HoldfastClient.class)
                      .doesNotHaveBean("holdfastObservingDecorator"));
    }
  }
}
