package io.holdfast.lock.core.jfr;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.lock.Locks;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * The classes of lock-core once more, with {@link HostileEvent}s for the events of locks and
 * connections. Each such core looks for the flight recorder anew; the classes of the tests do so
 * once a JVM.
 */
final class SecondCore extends ClassLoader {

  private static final String CORE = "io.holdfast.lock.core.";
  private static final String JFR = CORE + "jfr.";
  private static final Set<String> HOSTILE =
      Set.of(
          JFR + "LockAcquireEvent",
          JFR + "LockHoldEvent",
          JFR + "LockLostEvent",
          JFR + "ConnectionChangeEvent");

  static {
    boolean unused = registerAsParallelCapable(); // no thread waits for another's class
  }

  SecondCore() {
    super(SecondCore.class.getClassLoader());
  }

  /**
   * A client of it.
   *
   * @param locks of the client
   * @param itself to be closed
   */
  record Client(Locks locks, AutoCloseable itself) implements AutoCloseable {

    @Override
    public void close() throws Exception {
      itself.close();
    }
  }

  Client connect(String uri) throws ReflectiveOperationException {
    Object client =
        loadClass(CORE + "HoldfastClient").getMethod("connect", String.class).invoke(null, uri);
    return new Client((Locks) client, (AutoCloseable) client);
  }

  /** Whether a connect would still wait for the recorder: told by the latch, not by the time. */
  boolean isWaitedFor() throws ReflectiveOperationException {
    Field latch = loadClass(JFR + "RecorderOfJvm").getDeclaredField("IS_FOUND");
    latch.setAccessible(true);
    return ((CountDownLatch) latch.get(null)).getCount() > 0;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(CORE) || name.equals(Steps.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) {
    byte[] bytes =
        HOSTILE.contains(name)
            ? renamed(bytesOf(HostileEvent.class.getName()), name)
            : bytesOf(name);
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] bytesOf(String name) {
    try (InputStream stream =
        Objects.requireNonNull(getParent().getResourceAsStream(fileOf(name) + ".class"), name)) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fileOf(String name) {
    return name.replace('.', '/');
  }

  /** The same class under another name: a constant of the class file, behind its length. */
  private static byte[] renamed(byte[] hostile, String name) {
    return new String(hostile, ISO_8859_1)
        .replace(constant(HostileEvent.class.getName()), constant(name))
        .getBytes(ISO_8859_1);
  }

  private static String constant(String name) {
    return "\1\0" + (char) name.length() + fileOf(name);
  }
}
