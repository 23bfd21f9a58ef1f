package io.holdfast.spring;

import io.holdfast.spring.method.LockedMethods;
import io.holdfast.spring.proxy.BeanLocks;
import io.holdfast.spring.proxy.DeclaredOrder;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/** What the beans of {@link HoldfastConfiguration} share. Beans are asked for when needed. */
final class HoldfastParts {

  private final ConfigurableListableBeanFactory beans;
  private final Supplier<LockedSettings> settings;
  private final Supplier<LocksOfKinds> locks;
  private final LockedMethods methods;

  /**
   * Looks once, and mostly by one thread. It holds no monitor meanwhile: to look for a bean may
   * wait for a thread that waits for this.
   */
  private static final class Found<T> implements Supplier<T> {

    private final Supplier<T> search;
    private final AtomicReference<@Nullable T> found = new AtomicReference<>();

    Found(Supplier<T> search) {
      this.search = search;
    }

    @Override
    public T get() {
      T known = found.get();
      if (known != null) {
        return known;
      }
      T fresh = search.get();
      T first = found.compareAndExchange(null, fresh);
      return first == null ? fresh : first;
    }
  }

  HoldfastParts(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
    this.settings = new Found<>(this::findSettings);
    this.locks = new Found<>(this::findLocks);
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
    String resolved =
        beans.hasEmbeddedValueResolver()
            ? beans.resolveEmbeddedValue(text)
            : beans.getBean(Environment.class).resolvePlaceholders(text); // for beans made early
    if (resolved != null && resolved.contains("${")) { // Spring leaves it so by default
      throw new IllegalArgumentException("'%s' has a placeholder without a value".formatted(text));
    }
    return resolved == null ? "" : resolved;
  }
}
