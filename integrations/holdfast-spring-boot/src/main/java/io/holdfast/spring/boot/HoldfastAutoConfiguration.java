package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * The client, with network resources and connections of its own: those of Spring Data Redis are not
 * shared, so its tracing does not see each script, and it is not reconfigured.
 *
 * <p>The client is closed as a bean is destroyed: after all {@code Lifecycle} phases, so after the
 * web server has finished its requests and schedulers have stopped.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration",
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration"
    })
@ConditionalOnClass(HoldfastClient.class)
@ConditionalOnBooleanProperty(name = "holdfast.enabled", matchIfMissing = true)
@EnableConfigurationProperties(HoldfastProperties.class)
@Import({DataRedisConfiguration.class, LockTagsConfiguration.class})
public final class HoldfastAutoConfiguration {

  @Bean
  @Lazy // a client of the application does not ask for it
  @Conditional(OnAnyServer.class)
  @ConditionalOnMissingBean(HoldfastConnectionDetails.class)
  UrlConnectionDetails holdfastUrlConnectionDetails(
      HoldfastProperties properties, ObjectProvider<SslBundles> bundles) {
    return UrlConnectionDetails.of(properties, Bundles.own(properties, bundles));
  }

  @Bean
  ClientSettings holdfastClientSettings(
      HoldfastProperties properties,
      ObjectProvider<HoldfastSettingsCustomizer> customizers,
      Environment environment) {
    return new ClientSettings(
        properties,
        customizers.orderedStream().toList(),
        environment.getProperty("spring.application.name"));
  }

  @Bean
  ClientFactory holdfastClientFactory(HoldfastProperties properties, ClientSettings settings) {
    return new ClientFactory(properties, settings);
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnBean(HoldfastConnectionDetails.class)
  @ConditionalOnMissingBean
  HoldfastClient holdfastClient(ClientFactory factory, HoldfastConnectionDetails details) {
    return factory.open(details);
  }
}
