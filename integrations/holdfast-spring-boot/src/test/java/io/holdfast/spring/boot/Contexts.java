package io.holdfast.spring.boot;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Contexts with our auto-configurations. */
final class Contexts {

  private Contexts() {}

  /** With those that ours come after. */
  static ApplicationContextRunner runner() {
    return bare()
        .withConfiguration(
            AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class));
  }

  /** With ours only. */
  static ApplicationContextRunner bare() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                HoldfastAutoConfiguration.class,
                HoldfastKindsAutoConfiguration.class,
                HoldfastHealthAutoConfiguration.class,
                HoldfastEndpointAutoConfiguration.class,
                HoldfastAnnotationAutoConfiguration.class,
                HoldfastMetricsAutoConfiguration.class,
                HoldfastObservationAutoConfiguration.class));
  }
}
