package io.holdfast.spring;

import io.holdfast.spring.proxy.LockedAdvisor;
import io.holdfast.spring.proxy.LockedInterceptor;
import io.holdfast.spring.proxy.StartCheck;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/**
 * The beans behind {@link EnableHoldfast}. All of them are light: no client is made before a lock
 * is needed, or the context makes it.
 */
@Configuration(proxyBeanMethods = false)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
public class HoldfastConfiguration {

  /** For Spring. */
  public HoldfastConfiguration() {}

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static HoldfastParts holdfastParts(ConfigurableListableBeanFactory beans) {
    return new HoldfastParts(beans);
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static LockedAdvisor holdfastLockedAdvisor(HoldfastParts parts) {
    return new LockedAdvisor(
        new LockedInterceptor(parts.methods(), parts.locks(), parts.beans()), parts.settings());
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static StartCheck holdfastStartCheck(HoldfastParts parts) {
    return new StartCheck(parts.methods(), parts.locks(), parts.settings(), parts.beans());
  }

  @Bean
  static HoldTemplate holdTemplate(HoldfastParts parts) {
    return new HoldTemplate(parts.locks(), parts.settings());
  }
}
