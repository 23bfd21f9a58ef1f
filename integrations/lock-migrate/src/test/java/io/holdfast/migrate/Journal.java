package io.holdfast.migrate;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;

/**
 * What was asked of locks, in its order; a call can be given something to do first, or to throw.
 */
final class Journal {

  /** What needs no server is not written down. */
  private static final Set<String> LOCAL = Set.of("name", "currentHold");

  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final Map<String, Callable<?>> before = new HashMap<>();

  /** This lock, with its calls written down under this name. */
  <L extends Lock> L watch(Class<L> type, L lock, String name) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(lock, name, method, arguments)));
  }

  private Object call(Lock lock, String name, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class || LOCAL.contains(method.getName())) {
      return method.invoke(lock, arguments);
    }
    String call = name + '.' + method.getName();
    String time = arguments == null ? "" : " " + arguments[0] + ' ' + arguments[1];
    calls.add(call + time);
    Callable<?> first = before.get(call);
    if (first != null) {
      first.call();
    }
    try {
      return method.invoke(lock, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /**
   * Has this run before each such call, like {@code old.unlock}; what it throws, the call throws.
   */
  void before(String call, Callable<?> action) {
    before.put(call, action);
  }

  void failing(String call, Exception failure) {
    before(
        call,
        () -> {
          throw failure;
        });
  }

  List<String> calls() {
    return calls;
  }
}
