package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.micrometer.HoldfastMetrics;
import io.holdfast.micrometer.LockTags;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** The meters of all clients in the registry of the application. */
@AutoConfiguration(
    after = HoldfastAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
    })
@ConditionalOnClass({HoldfastClient.class, HoldfastMetrics.class, MeterRegistry.class})
@ConditionalOnBooleanProperty(
    name = {"holdfast.enabled", "holdfast.metrics.enabled"},
    matchIfMissing = true)
public final class HoldfastMetricsAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnSingleCandidate(MeterRegistry.class)
  static class Metered {

    @Bean
    @ConditionalOnMissingBean
    HoldfastMetrics holdfastMetrics(MeterRegistry registry, LockTags tags) {
      return HoldfastMetrics.of(registry, tags);
    }

    /** First, so that those of the application have the last word. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    HoldfastSettingsCustomizer holdfastMetricsCustomizer(HoldfastMetrics metrics) {
      return metrics::listenTo;
    }

    @Bean
    static MeteredClients holdfastMeteredClients(ObjectProvider<HoldfastMetrics> metrics) {
      return new MeteredClients(metrics);
    }
  }
}
