package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.spring.EnableHoldfast;
import io.holdfast.spring.HoldfastConfiguration;
import io.holdfast.spring.Locked;
import io.holdfast.spring.LockedSettings;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/** Methods with {@link Locked}, and a {@code HoldTemplate}. */
@AutoConfiguration(after = HoldfastKindsAutoConfiguration.class)
@ConditionalOnClass({HoldfastClient.class, Locked.class})
@ConditionalOnBooleanProperty(name = "holdfast.annotations.enabled", matchIfMissing = true)
@Conditional(OnAnyLocks.class)
public final class HoldfastAnnotationAutoConfiguration {

  /**
   * Proxies are made with it, so it is needed before most beans can be made: it reads the
   * properties itself.
   */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  @ConditionalOnMissingBean
  static LockedSettings holdfastLockedSettings(Environment environment) {
    return LockedDefaults.of(
        Binder.get(environment)
            .bindOrCreate("holdfast.annotations", HoldfastProperties.Annotations.class));
  }

  /** Unless the application says so itself, perhaps with another order. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(HoldfastConfiguration.class)
  @EnableHoldfast
  static class Enabled {}
}
