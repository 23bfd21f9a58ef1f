package io.holdfast.spring.integration;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Locks;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Locks that note what they are asked for. Where something is to be thrown, nothing succeeds. */
final class FakeLocks implements Locks {

  final List<String> calls = new ArrayList<>();
  final List<AcquireOptions> options = new ArrayList<>();
  RuntimeException thrown;

  @Override
  public DistributedLock get(String name) {
    return get(name, AcquireOptions.defaults());
  }

  @Override
  public DistributedLock get(String name, AcquireOptions options) {
    this.options.add(options);
    return proxy(DistributedLock.class, name);
  }

  private <T> T proxy(Class<T> type, String name) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("name")) {
            return name;
          }
          if (method.getName().equals("currentHold")) {
            return Optional.of(proxy(Hold.class, name));
          }
          calls.add(method.getName() + (arguments == null ? "[]" : Arrays.toString(arguments)));
          if (thrown != null) {
            throw thrown;
          }
          return method.getReturnType() == boolean.class ? Boolean.TRUE : null;
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
