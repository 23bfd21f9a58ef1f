package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health of the client, as {@code holdfast}. */
@AutoConfiguration(
    after = HoldfastAutoConfiguration.class,
    beforeName =
        "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({
  HoldfastClient.class,
  HealthIndicator.class,
  ConditionalOnEnabledHealthIndicator.class
})
@ConditionalOnBooleanProperty(name = "holdfast.enabled", matchIfMissing = true)
public final class HoldfastHealthAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnEnabledHealthIndicator("holdfast")
  @ConditionalOnSingleCandidate(HoldfastClient.class)
  @ConditionalOnBean(HoldfastProperties.class)
  static class Indicator {

    @Bean
    @ConditionalOnMissingBean(name = {"holdfastHealthIndicator", "holdfastHealthContributor"})
    HoldfastHealthIndicator holdfastHealthIndicator(
        HoldfastClient client, HoldfastProperties properties) {
      return new HoldfastHealthIndicator(client, properties.health().downAfter());
    }
  }
}
