package io.holdfast.lock.testkit.concurrent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;

/**
 * The kind of thread that test code runs on: system property {@code holdfast.test.threads}, {@code
 * platform} (the default) or {@code virtual} (from Java 21).
 */
public enum ThreadKind {
  /** Threads of the operating system. */
  PLATFORM,
  /** {@code Thread.ofVirtual()}. */
  VIRTUAL;

  /** The system property that chooses. */
  public static final String PROPERTY = "holdfast.test.threads";

  private static final int FIRST_JAVA_WITH_VIRTUAL = 21;

  /**
   * The kind chosen for this JVM.
   *
   * @throws IllegalStateException if the property has an unknown value, or asks for virtual threads
   *     below Java 21
   */
  public static ThreadKind chosen() {
    String value = System.getProperty(PROPERTY, "platform");
    ThreadKind kind =
        switch (value.toLowerCase(Locale.ROOT)) {
          case "platform" -> PLATFORM;
          case "virtual" -> VIRTUAL;
          default ->
              throw new IllegalStateException(
                  PROPERTY + ": " + value + " is neither platform nor virtual");
        };
    if (!kind.isSupported()) {
      throw new IllegalStateException(
          "%s: virtual needs Java %s, this is %s"
              .formatted(PROPERTY, FIRST_JAVA_WITH_VIRTUAL, Runtime.version().feature()));
    }
    return kind;
  }

  /** Whether this JVM has threads of this kind. */
  public boolean isSupported() {
    return this == PLATFORM || Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL;
  }

  /**
   * A thread of this kind, not started. A platform thread is a daemon, as a virtual one always is.
   */
  public Thread unstarted(String name, Runnable body) {
    if (this == PLATFORM) {
      Thread thread = new Thread(body, name);
      thread.setDaemon(true);
      return thread;
    }
    return Virtual.FACTORY.unstarted(name, body);
  }

  /** Threads of this kind, all of one name. */
  public ThreadFactory factory(String name) {
    return body -> unstarted(name, body);
  }

  /**
   * {@code Thread.ofVirtual().name(name).unstarted(body)}, by reflection since we compile for Java
   * 17.
   */
  private static final class Virtual {

    static final Virtual FACTORY = new Virtual();

    private final Method ofVirtual;
    private final Method name;
    private final Method unstarted;

    Virtual() {
      try {
        Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
        ofVirtual = Thread.class.getMethod("ofVirtual");
        name = builder.getMethod("name", String.class);
        unstarted = builder.getMethod("unstarted", Runnable.class);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this JVM has no virtual threads", e);
      }
    }

    Thread unstarted(String threadName, Runnable body) {
      try {
        Object builder = ofVirtual.invoke(null);
        return (Thread) unstarted.invoke(name.invoke(builder, threadName), body);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("cannot make a virtual thread", e);
      }
    }
  }
}
