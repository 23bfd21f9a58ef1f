package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.micrometer.HoldfastMetrics;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;

/** Binds each client as it is made, and lets it go before it is closed. */
final class MeteredClients implements DestructionAwareBeanPostProcessor {

  private final ObjectProvider<HoldfastMetrics> metrics; // asked for late: it needs the registry

  MeteredClients(ObjectProvider<HoldfastMetrics> metrics) {
    this.metrics = metrics;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    if (bean instanceof HoldfastClient client) {
      metrics.ifAvailable(each -> each.bind(client));
    }
    return bean;
  }

  @Override
  public void postProcessBeforeDestruction(Object bean, String beanName) {
    if (bean instanceof HoldfastClient client) {
      metrics.ifAvailable(each -> each.unbind(client));
    }
  }

  @Override
  public boolean requiresDestruction(Object bean) {
    return bean instanceof HoldfastClient;
  }
}
