package io.holdfast.spring.boot;

import io.holdfast.micrometer.LockTagger;
import io.holdfast.micrometer.LockTags;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The tag {@code lock}: meters and observations have the same values. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(LockTags.class)
class LockTagsConfiguration {

  @Bean
  @ConditionalOnMissingBean
  LockTags holdfastLockTags(HoldfastProperties properties, ObjectProvider<LockTagger> tagger) {
    HoldfastProperties.Metrics metrics = properties.metrics();
    LockTagger ofTheApplication = tagger.getIfAvailable();
    if (ofTheApplication != null) {
      return bounded(ofTheApplication, metrics.maxLockTags());
    }
    return switch (metrics.lockTag()) {
      case GROUP -> bounded((kind, name) -> groupOf(name), metrics.maxLockTags());
      case NAME -> bounded((kind, name) -> name, metrics.maxLockTags());
      case NONE -> LockTags.none();
    };
  }

  private static LockTags bounded(LockTagger tagger, int most) {
    try {
      return LockTags.of(tagger, most);
    } catch (IllegalArgumentException e) {
      throw new HoldfastConfigurationException(
          "holdfast.metrics.max-lock-tags",
          String.valueOf(e.getMessage()),
          "Set at least 1, or holdfast.metrics.lock-tag=none for a single value.");
    }
  }

  private static String groupOf(String name) {
    int colon = name.indexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }
}
