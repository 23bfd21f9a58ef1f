package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import java.io.File;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An application with a Lettuce that is too old for Holdfast. */
class OldLettuceTest {

  private static final String TOO_OLD = "6.5.5.RELEASE/cb02888";

  /** The classes of this test again, and a Lettuce that says that it is an old one. */
  private static final class Application extends URLClassLoader {

    Application() {
      super(classPath(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] classPath() {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(Application::url)
          .toArray(URL[]::new);
    }

    private static URL url(String element) {
      try {
        return Path.of(element).toUri().toURL();
      } catch (java.net.MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }

    boolean hasLoaded(String name) {
      return findLoadedClass(name) != null;
    }

    @Override
    protected Package definePackage(String name, Manifest manifest, URL url) {
      return name.equals("io.lettuce.core")
          ? definePackage(name, null, null, null, "Lettuce", TOO_OLD, null, null)
          : super.definePackage(name, manifest, url);
    }
  }

  /** Runs in the application. */
  public static final class Entrances implements Supplier<List<Throwable>> {

    @Override
    public List<Throwable> get() {
      RedisURI uri = RedisURI.create("redis://127.0.0.1:1");
      HoldfastSettings settings = HoldfastSettings.builder().connectInBackground().build();
      ClientResources resources = unused();
      return Stream.<Runnable>of(
              () -> HoldfastClient.connect("redis://127.0.0.1:1").close(),
              () -> HoldfastClient.connect(settings, "redis://127.0.0.1:1").close(),
              () -> HoldfastClient.connect(uri).close(),
              () -> HoldfastClient.connect(settings, uri).close(),
              () -> HoldfastClient.using(resources, uri).close(),
              () -> HoldfastClient.using(resources, settings, uri).close())
          .map(entrance -> catchThrowable(entrance::run))
          .toList();
    }

    private static ClientResources unused() {
      return (ClientResources)
          Proxy.newProxyInstance(
              Entrances.class.getClassLoader(),
              new Class<?>[] {ClientResources.class},
              (proxy, method, arguments) -> {
                throw new AssertionError(method + " was called");
              });
    }
  }

  @Test
  @DisplayName("failure 151: a Lettuce that is too old")
  void connect_lettuceTooOld_isRefusedByEachEntrance() throws Exception {
    try (Application application = new Application()) {
      Supplier<?> entrances =
          (Supplier<?>)
              application
                  .loadClass(Entrances.class.getName())
                  .getDeclaredConstructor()
                  .newInstance();

      assertThat((List<?>) entrances.get())
          .hasSize(6)
          .allSatisfy(
              thrown ->
                  assertThat(thrown)
                      .isInstanceOf(IllegalStateException.class)
                      .hasToString(
                          "java.lang.IllegalStateException: Lettuce "
                              + TOO_OLD
                              + " is too old: Holdfast needs io.lettuce:lettuce-core 6.6 or later."
                              + " In Spring Boot the property lettuce.version sets it"));
      // When these classes go, the library would take the native methods of this JVM's own with it.
      assertThat(application.hasLoaded("io.netty.channel.epoll.Native")).isFalse();
    }
  }
}
