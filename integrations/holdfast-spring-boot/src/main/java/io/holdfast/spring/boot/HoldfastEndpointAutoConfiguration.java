package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The actuator endpoint {@code holdfast}, of a client or of the locks of a quorum. */
@AutoConfiguration(after = HoldfastKindsAutoConfiguration.class)
@ConditionalOnClass({HoldfastClient.class, Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBooleanProperty(name = "holdfast.enabled", matchIfMissing = true)
public final class HoldfastEndpointAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(KindOfLocks.class)
  static class Actuator {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    HoldfastEndpoint holdfastEndpoint(
        ObjectProvider<HoldfastClient> client, ObjectProvider<KindOfLocks> kinds) {
      return new HoldfastEndpoint(Optional.ofNullable(client.getIfUnique()), kinds.stream());
    }

    @Bean
    @ConditionalOnBean(HoldfastEndpoint.class)
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
    HoldfastEndpointWebExtension holdfastEndpointWebExtension(HoldfastEndpoint endpoint) {
      return new HoldfastEndpointWebExtension(endpoint);
    }
  }
}
