package io.holdfast.spring;

import io.holdfast.spring.proxy.DeclaredOrder;
import java.util.Map;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/** Has proxies made, and notes what {@link EnableHoldfast} says. */
final class HoldfastRegistrar implements ImportBeanDefinitionRegistrar {

  private static final String ORDER = "io.holdfast.spring.declaredOrder";

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
    Map<String, Object> said = importing.getAnnotationAttributes(EnableHoldfast.class.getName());
    if (said == null) {
      return;
    }
    if (Boolean.TRUE.equals(said.get("proxyTargetClass"))) {
      AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
    }
    if (said.get("order") instanceof Integer order
        && order != LockedSettings.DEFAULT_ORDER
        && !registry.containsBeanDefinition(ORDER)) {
      RootBeanDefinition definition = new RootBeanDefinition(DeclaredOrder.class);
      definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
      definition.getConstructorArgumentValues().addIndexedArgumentValue(0, order);
      registry.registerBeanDefinition(ORDER, definition);
    }
  }
}
