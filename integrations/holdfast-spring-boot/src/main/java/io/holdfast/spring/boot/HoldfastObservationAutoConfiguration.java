package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.micrometer.DefaultSectionConvention;
import io.holdfast.micrometer.LockTags;
import io.holdfast.micrometer.ObservedLocks;
import io.holdfast.micrometer.SectionConvention;
import io.holdfast.spring.LocksDecorator;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The sections of {@code @Locked} and {@code HoldTemplate} as observations. */
@AutoConfiguration(
    after = HoldfastAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass({
  HoldfastClient.class,
  ObservedLocks.class,
  LocksDecorator.class,
  ObservationRegistry.class
})
@ConditionalOnBooleanProperty(
    name = {"holdfast.enabled", "holdfast.observations.enabled"},
    matchIfMissing = true)
public final class HoldfastObservationAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnSingleCandidate(ObservationRegistry.class)
  static class Observed {

    @Bean
    @ConditionalOnMissingBean(name = "holdfastObservingDecorator")
    LocksDecorator holdfastObservingDecorator(
        ObservationRegistry registry, LockTags tags, ObjectProvider<SectionConvention> convention) {
      SectionConvention names = convention.getIfAvailable(DefaultSectionConvention::new);
      return (kind, locks) -> ObservedLocks.of(locks, kind, registry, tags, names);
    }
  }
}
