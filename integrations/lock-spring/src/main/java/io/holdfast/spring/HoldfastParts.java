package io.holdfast.spring;

import io.holdfast.spring.method.LockedMethods;
import io.holdfast.spring.proxy.BeanLocks;
import io.holdfast.spring.proxy.DeclaredOrder;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.function.SingletonSupplier;

/** What the beans of {@link HoldfastConfiguration} share. Beans are asked for when needed. */
final class HoldfastParts {

  private final ConfigurableListableBeanFactory beans;
  private final Supplier<LockedSettings> settings;
  private final Supplier<LocksOfKinds> locks;
  private final LockedMethods methods;

  HoldfastParts(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
    this.settings = SingletonSupplier.of(this::findSettings);
    this.locks = SingletonSupplier.of(this::findLocks);
    this.methods = new LockedMethods(settings, this::withoutPlaceholders);
  }

  ConfigurableListableBeanFactory beans() {
    return beans;
  }

  Supplier<LockedSettings> settings() {
    return settings;
  }

  Supplier<LocksOfKinds> locks() {
    return locks;
  }

  LockedMethods methods() {
    return methods;
  }

  private LockedSettings findSettings() {
    LockedSettings found =
        beans.getBeanProvider(LockedSettings.class).getIfAvailable(LockedSettings::defaults);
    DeclaredOrder declared = beans.getBeanProvider(DeclaredOrder.class).getIfAvailable();
    return declared == null ? found : found.order(declared.order());
  }

  private LocksOfKinds findLocks() {
    ObjectProvider<LocksDecorator> decorators = beans.getBeanProvider(LocksDecorator.class);
    return beans
        .getBeanProvider(LocksOfKinds.class)
        .getIfAvailable(() -> new BeanLocks(beans, () -> decorators.orderedStream().toList()));
  }

  private String withoutPlaceholders(String text) {
    String resolved = beans.resolveEmbeddedValue(text);
    if (resolved != null && resolved.contains("${")) { // Spring leaves it so by default
      throw new IllegalArgumentException("'%s' has a placeholder without a value".formatted(text));
    }
    return resolved == null ? "" : resolved;
  }
}
