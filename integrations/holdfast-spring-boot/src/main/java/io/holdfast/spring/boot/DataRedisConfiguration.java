package io.holdfast.spring.boot;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** The server is the one of Spring Data Redis, unless there is a URL of Holdfast's own. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(DataRedisConnectionDetails.class)
@Conditional(OnNoUrl.class)
class DataRedisConfiguration {

  @Bean
  @Lazy // a client of the application does not ask for it
  @ConditionalOnBean(DataRedisConnectionDetails.class)
  @ConditionalOnMissingBean(HoldfastConnectionDetails.class)
  DataRedisConnectionDetailsAdapter holdfastConnectionDetails(
      DataRedisConnectionDetails details,
      HoldfastProperties properties,
      ObjectProvider<SslBundles> bundles,
      Environment environment) {
    return new DataRedisConnectionDetailsAdapter(
        details,
        properties,
        Bundles.own(properties, bundles),
        environment.getProperty("spring.data.redis.url"));
  }
}
