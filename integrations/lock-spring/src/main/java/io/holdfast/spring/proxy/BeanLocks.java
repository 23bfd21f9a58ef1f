package io.holdfast.spring.proxy;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.spring.LocksDecorator;
import io.holdfast.spring.LocksOfKinds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Locks of the clients that are beans. Each kind of each client is made when first asked for. */
public final class BeanLocks implements LocksOfKinds {

  private final ConfigurableListableBeanFactory beans;
  private final Supplier<List<LocksDecorator>> decorators;
  private final Map<Key, Locks> made = new ConcurrentHashMap<>();

  private record Key(LockKind kind, Optional<String> client) {}

  /** Of these beans. */
  public BeanLocks(
      ConfigurableListableBeanFactory beans, Supplier<List<LocksDecorator>> decorators) {
    this.beans = beans;
    this.decorators = decorators;
  }

  @Override
  public Locks of(LockKind kind, Optional<String> client) {
    Key key = new Key(kind, client);
    Locks known = made.get(key);
    return known != null ? known : made.computeIfAbsent(key, this::make);
  }

  private Locks make(Key key) {
    require(key.kind(), key.client());
    Locks locks =
        switch (key.kind()) {
          case PLAIN -> client(key);
          case FAIR -> Fair.of(client(key));
          case READ -> ReadWrite.reading(client(key));
          case WRITE -> ReadWrite.writing(client(key));
          case QUORUM -> Quorum.of(beans, key.client());
          case POOL, SEMAPHORE, LATCH -> throw new IllegalStateException(noLock(key.kind()));
        };
    for (LocksDecorator decorator : decorators.get()) {
      locks = decorator.decorate(key.kind(), locks);
    }
    return locks;
  }

  private HoldfastClient client(Key key) {
    return key.client()
        .map(name -> beans.getBean(name, HoldfastClient.class))
        .orElseGet(() -> beans.getBean(HoldfastClient.class));
  }

  @Override
  public void require(LockKind kind, Optional<String> client) {
    switch (kind) {
      case PLAIN -> requireBean(HoldfastClient.class, kind, client);
      case FAIR -> {
        requireArtifact(kind, "io.holdfast.lock.fair.FairLocks", "lock-fair");
        requireBean(HoldfastClient.class, kind, client);
      }
      case READ, WRITE -> {
        requireArtifact(kind, "io.holdfast.lock.readwrite.ReadWriteLocks", "lock-readwrite");
        requireBean(HoldfastClient.class, kind, client);
      }
      case QUORUM -> {
        requireArtifact(kind, "io.holdfast.lock.redlock.RedLocks", "lock-redlock");
        requireBean(Quorum.type(), kind, client);
      }
      case POOL, SEMAPHORE, LATCH -> throw new IllegalStateException(noLock(kind));
    }
  }

  private static String noLock(LockKind kind) {
    return "kind %s is no lock; must be PLAIN, FAIR, READ, WRITE or QUORUM".formatted(kind);
  }

  private static void requireArtifact(LockKind kind, String type, String artifact) {
    if (!ClassUtils.isPresent(type, BeanLocks.class.getClassLoader())) {
      throw new IllegalStateException(
          "kind %s needs io.holdfast:%s on the class path".formatted(kind, artifact));
    }
  }

  private void requireBean(Class<?> type, LockKind kind, Optional<String> client) {
    String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false);
    if (client.isPresent()) {
      if (!beans.containsBean(client.get()) || !beans.isTypeMatch(client.get(), type)) {
        throw new IllegalStateException(
            "client '%s': there is no bean of that name and type %s, but %s"
                .formatted(client.get(), type.getSimpleName(), List.of(names)));
      }
    } else if (names.length == 0) {
      throw new IllegalStateException(
          "kind %s needs a bean of type %s".formatted(kind, type.getName()));
    } else if (names.length > 1 && List.of(names).stream().noneMatch(this::isPrimary)) {
      throw new IllegalStateException(
          "there are several beans of type %s, %s: name one by client, or make one primary"
              .formatted(type.getSimpleName(), List.of(names)));
    }
  }

  private boolean isPrimary(String name) {
    return beans.containsBeanDefinition(name) && beans.getMergedBeanDefinition(name).isPrimary();
  }

  // Each is loaded only where its module is.

  private static final class Fair {
    static Locks of(HoldfastClient client) {
      return new FairLocks(client);
    }
  }

  private static final class ReadWrite {
    static Locks reading(HoldfastClient client) {
      return new ReadWriteLocks(client).reading();
    }

    static Locks writing(HoldfastClient client) {
      return new ReadWriteLocks(client).writing();
    }
  }

  private static final class Quorum {
    static Class<?> type() {
      return RedLocks.class;
    }

    static Locks of(ConfigurableListableBeanFactory beans, Optional<String> name) {
      return name.map(each -> beans.getBean(each, RedLocks.class))
          .orElseGet(() -> beans.getBean(RedLocks.class));
    }
  }
}
