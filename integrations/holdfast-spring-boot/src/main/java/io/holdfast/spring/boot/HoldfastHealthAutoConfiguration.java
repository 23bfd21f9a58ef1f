package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.redlock.RedLocks;
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

/**
 * The health of the client, as {@code holdfast}, and that of the nodes of a quorum, as {@code
 * holdfastQuorum}.
 */
@AutoConfiguration(
    after = HoldfastKindsAutoConfiguration.class,
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

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(RedLocks.class)
  @ConditionalOnEnabledHealthIndicator("holdfast-quorum")
  @ConditionalOnSingleCandidate(RedLocks.class)
  @ConditionalOnBean(HoldfastProperties.class)
  static class OfQuorum {

    @Bean
    @ConditionalOnMissingBean(
        name = {"holdfastQuorumHealthIndicator", "holdfastQuorumHealthContributor"})
    QuorumHealthIndicator holdfastQuorumHealthIndicator(
        RedLocks locks, HoldfastProperties properties) {
      return new QuorumHealthIndicator(locks.clients(), properties.health().downAfter());
    }
  }
}
