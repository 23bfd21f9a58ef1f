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
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.util.ClassUtils;

/** Locks of the clients that are beans. Each kind of each client is made when first asked for. */
public final class BeanLocks implements LocksOfKinds {

  private final ConfigurableListableBeanFactory beans;
  private final Supplier<List<LocksDecorator>> decorators;
  private final Map<Key, String> clients = new ConcurrentHashMap<>();
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
    if (known != null) {
      return known;
    }
    // Not inside computeIfAbsent: to ask for a bean may wait for a thread that waits for the map.
    Locks fresh = make(kind, client(kind, client));
    Locks first = made.putIfAbsent(key, fresh);
    return first == null ? fresh : first;
  }

  private Locks make(LockKind kind, String client) {
    Locks locks =
        switch (kind) {
          case PLAIN -> holdfast(client);
          case FAIR -> Fair.of(holdfast(client));
          case READ -> ReadWrite.reading(holdfast(client));
          case WRITE -> ReadWrite.writing(holdfast(client));
          case QUORUM -> Quorum.of(beans, client);
          case POOL, SEMAPHORE, LATCH -> throw new IllegalStateException(noLock(kind));
        };
    for (LocksDecorator decorator : decorators.get()) {
      locks = decorator.decorate(kind, locks);
    }
    return locks;
  }

  private HoldfastClient holdfast(String client) {
    return beans.getBean(client, HoldfastClient.class);
  }

  @Override
  public void require(LockKind kind, Optional<String> client) {
    String unused = client(kind, client);
  }

  @Override
  public String client(LockKind kind, Optional<String> client) {
    Key key = new Key(kind, client);
    String known = clients.get(key);
    if (known != null) {
      return known;
    }
    String found =
        switch (kind) {
          case PLAIN -> find(HoldfastClient.class, kind, client);
          case FAIR -> {
            requireArtifact(kind, "io.holdfast.lock.fair.FairLocks", "lock-fair");
            yield find(HoldfastClient.class, kind, client);
          }
          case READ, WRITE -> {
            requireArtifact(kind, "io.holdfast.lock.readwrite.ReadWriteLocks", "lock-readwrite");
            yield find(HoldfastClient.class, kind, client);
          }
          case QUORUM -> {
            requireArtifact(kind, "io.holdfast.lock.redlock.RedLocks", "lock-redlock");
            yield find(Quorum.type(), kind, client);
          }
          case POOL, SEMAPHORE, LATCH -> throw new IllegalStateException(noLock(kind));
        };
    clients.put(key, found);
    return found;
  }

  private static String noLock(LockKind kind) {
    return "kind %s is not a lock; must be PLAIN, FAIR, READ, WRITE or QUORUM".formatted(kind);
  }

  private static void requireArtifact(LockKind kind, String type, String artifact) {
    if (!ClassUtils.isPresent(type, BeanLocks.class.getClassLoader())) {
      throw new IllegalStateException(
          "kind %s needs io.holdfast:%s on the class path".formatted(kind, artifact));
    }
  }

  private String find(Class<?> type, LockKind kind, Optional<String> client) {
    List<String> names =
        List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false));
    if (client.isPresent()) {
      String name = client.get();
      if (!beans.containsBean(name) || !beans.isTypeMatch(name, type)) {
        throw new IllegalStateException(
            "client '%s': there is no bean of that name and type %s; there are %s"
                .formatted(name, type.getSimpleName(), names));
      }
      List<String> aliases = List.of(beans.getAliases(name));
      return names.contains(name)
          ? name
          : aliases.stream().filter(names::contains).findFirst().orElse(name);
    }
    if (names.isEmpty()) {
      throw new IllegalStateException(
          "kind %s needs a bean of type %s".formatted(kind, type.getName()));
    }
    List<String> candidates =
        names.stream().filter(name -> is(name, true, BeanLocks::isCandidate)).toList();
    return only(names)
        .or(() -> only(candidates))
        .or(() -> only(candidates, false, BeanDefinition::isPrimary))
        .or(() -> only(candidates, true, definition -> !definition.isFallback()))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "there are several beans of type %s, %s: name one by client, or make one primary"
                        .formatted(type.getSimpleName(), names)));
  }

  private static Optional<String> only(List<String> names) {
    return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  private Optional<String> only(
      List<String> names, boolean ofObject, Predicate<BeanDefinition> condition) {
    return only(names.stream().filter(name -> is(name, ofObject, condition)).toList());
  }

  /** With what it is for a bean that was registered as an object, and so has no definition. */
  private boolean is(String name, boolean ofObject, Predicate<BeanDefinition> condition) {
    try {
      return condition.test(beans.getMergedBeanDefinition(name));
    } catch (NoSuchBeanDefinitionException e) {
      return ofObject;
    }
  }

  private static boolean isCandidate(BeanDefinition definition) {
    return definition.isAutowireCandidate()
        && (!(definition instanceof AbstractBeanDefinition some) || some.isDefaultCandidate());
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

    static Locks of(ConfigurableListableBeanFactory beans, String name) {
      return beans.getBean(name, RedLocks.class);
    }
  }
}
