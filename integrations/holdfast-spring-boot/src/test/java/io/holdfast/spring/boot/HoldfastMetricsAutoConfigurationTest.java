package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.micrometer.HoldfastMetrics;
import io.holdfast.micrometer.LockTags;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** When there are meters, and in which registry. No server is needed. */
class HoldfastMetricsAutoConfigurationTest {

  private final MeterRegistry registry = new SimpleMeterRegistry();

  private final ApplicationContextRunner runner =
      Contexts.runner().withPropertyValues("holdfast.client-label=till");

  private ApplicationContextRunner withRegistry() {
    return runner.withBean(MeterRegistry.class, () -> registry);
  }

  private static double connectionIsUp(MeterRegistry of) {
    return of.get("holdfast.connection.up")
        .tags("client", "till", "connection", "commands")
        .gauge()
        .value();
  }

  @Test
  void meters_registryThere_areThereAtStart() {
    withRegistry()
        .run(
            context -> {
              assertThat(context).hasSingleBean(HoldfastMetrics.class);
              assertThat(connectionIsUp(registry)).isZero();
              assertThat(registry.get("holdfast.held").tag("kind", "plain").gauge().value())
                  .isZero();
            });
  }

  @Test
  void meters_registryOfBoot_areThereAtStart() {
    runner
        .withConfiguration(
            AutoConfigurations.of(
                MetricsAutoConfiguration.class,
                CompositeMeterRegistryAutoConfiguration.class,
                SimpleMetricsExportAutoConfiguration.class))
        .run(context -> assertThat(connectionIsUp(context.getBean(MeterRegistry.class))).isZero());
  }

  @Test
  void meters_clientClosed_letItGo() {
    withRegistry().run(context -> assertThat(connectionIsUp(registry)).isNotNaN());
    assertThat(connectionIsUp(registry)).isNaN();
  }

  @Test
  void meters_lazyClient_isBoundWhenItIsMade() {
    withRegistry()
        .withInitializer(
            context ->
                context.addBeanFactoryPostProcessor(
                    new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
        .run(
            context -> {
              assertThat(registry.find("holdfast.held").gauge()).isNull();
              assertThat(context.getBean(HoldfastClient.class)).isNotNull();
              assertThat(registry.find("holdfast.held").gauge()).isNotNull();
            });
  }

  @Test
  void meters_clientOfTheApplication_isBound() {
    withRegistry()
        .withBean(
            HoldfastClient.class,
            () ->
                HoldfastClient.connect(
                    HoldfastSettings.builder().connectInBackground().clientLabel("till").build(),
                    "redis://localhost:1"))
        .run(context -> assertThat(connectionIsUp(registry)).isZero());
  }

  @Test
  void meters_ofTheApplication_areTheOnlyOnes() {
    MeterRegistry another = new SimpleMeterRegistry();
    HoldfastMetrics own = HoldfastMetrics.of(another);
    withRegistry()
        .withBean(HoldfastMetrics.class, () -> own)
        .run(
            context -> {
              assertThat(context.getBean(HoldfastMetrics.class)).isSameAs(own);
              assertThat(connectionIsUp(another)).isZero();
              assertThat(registry.getMeters()).isEmpty();
            });
  }

  @Test
  void meters_tagsOfTheApplication_areTheOnlyOnes() {
    LockTags own = LockTags.none();
    withRegistry()
        .withBean(LockTags.class, () -> own)
        .run(context -> assertThat(context.getBean(LockTags.class)).isSameAs(own));
  }

  @Test
  void meters_noTagAtAll_isRefusedByName() {
    withRegistry()
        .withPropertyValues("holdfast.metrics.max-lock-tags=0")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .isInstanceOf(HoldfastConfigurationException.class)
                    .hasMessageContaining("holdfast.metrics.max-lock-tags"));
  }

  @Test
  void meters_noRegistry_areNotThere() {
    runner.run(
        context ->
            assertThat(context)
                .hasNotFailed()
                .hasSingleBean(HoldfastClient.class)
                .doesNotHaveBean(HoldfastMetrics.class));
  }

  @Test
  void meters_disabled_areNotThere() {
    for (String property : new String[] {"holdfast.metrics.enabled", "holdfast.enabled"}) {
      withRegistry()
          .withPropertyValues(property + "=false")
          .run(
              context -> assertThat(context).hasNotFailed().doesNotHaveBean(HoldfastMetrics.class));
    }
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void meters_withoutTheirModule_areLeftOut() {
    withRegistry()
        .withClassLoader(new FilteredClassLoader("io.holdfast.micrometer"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HoldfastClient.class)
                    .doesNotHaveBean("holdfastMetrics"));
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void meters_withoutMicrometer_areLeftOut() {
    runner
        .withClassLoader(new FilteredClassLoader("io.micrometer"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HoldfastClient.class)
                    .doesNotHaveBean("holdfastMetrics")
                    .doesNotHaveBean("holdfastObservingDecorator"));
  }
}
