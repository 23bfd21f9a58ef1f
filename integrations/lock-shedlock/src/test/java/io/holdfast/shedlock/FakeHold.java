package io.holdfast.shedlock;

import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** A hold that notes what it is asked for, and throws what it is told to. */
final class FakeHold {

  final List<String> calls = new ArrayList<>();
  TestThreads.Body beforeReleasingLater = () -> {};
  RuntimeException extending;
  RuntimeException releasingLater;
  RuntimeException closing;
  private volatile boolean hasEnded;

  Hold hold() {
    return (Hold)
        Proxy.newProxyInstance(
            Hold.class.getClassLoader(),
            new Class<?>[] {Hold.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "extend" -> noted("extend " + arguments[0], extending);
                  case "releaseAfter" -> {
                    beforeReleasingLater.run();
                    Object unused = noted("releaseAfter " + arguments[0], releasingLater);
                    hasEnded = true;
                    yield unused;
                  }
                  case "close" -> noted("close", closing);
                  case "isValid" -> !hasEnded;
                  case "token" -> 7L;
                  case "toString" -> "FakeHold";
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> null;
                });
  }

  private Object noted(String call, RuntimeException thrown) {
    calls.add(call);
    if (thrown != null) {
      throw thrown;
    }
    return null;
  }
}
