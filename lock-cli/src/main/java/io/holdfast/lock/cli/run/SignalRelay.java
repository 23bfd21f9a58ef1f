package io.holdfast.lock.cli.run;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * While open, hands the signals that would end this JVM to somebody else.
 *
 * <p>By reflection on {@code sun.misc.Signal}, the only way there is: javac warns of the type in a
 * manner that cannot be switched off. On a JVM without it, signals end the JVM as always.
 */
final class SignalRelay implements AutoCloseable {

  private final List<Runnable> restorations = new ArrayList<>();

  private SignalRelay() {}

  static SignalRelay open(Consumer<TerminationSignal> receiver) {
    SignalRelay relay = new SignalRelay();
    for (TerminationSignal signal : TerminationSignal.values()) {
      relay.take(signal, receiver);
    }
    return relay;
  }

  private void take(TerminationSignal signal, Consumer<TerminationSignal> receiver) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Method handle = type.getMethod("handle", type, handlerType);
      Object number = type.getConstructor(String.class).newInstance(signal.name());
      Object handler =
          Proxy.newProxyInstance(
              SignalRelay.class.getClassLoader(),
              new Class<?>[] {handlerType},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  receiver.accept(signal);
                  return null;
                }
                return method.invoke(receiver, arguments); // equals, hashCode, toString
              });
      Object before = handle.invoke(null, number, handler);
      if (before.equals(handlerType.getField("SIG_IGN").get(null))) {
        restore(handle, number, before); // we were started to ignore it, and so is the command
        return;
      }
      restorations.add(() -> restore(handle, number, before));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Not there, or used by the JVM itself (-Xrs): the signal keeps its usual meaning.
    }
  }

  private static void restore(Method handle, Object number, Object handler) {
    try {
      handle.invoke(null, number, handler);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a signal's handler could not be put back", e);
    }
  }

  @Override
  public void close() {
    restorations.forEach(Runnable::run);
  }
}
