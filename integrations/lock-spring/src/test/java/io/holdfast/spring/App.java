package io.holdfast.spring;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application context with a client of its own: as a process, to the server. */
final class App implements AutoCloseable {

  private final AnnotationConfigApplicationContext context =
      new AnnotationConfigApplicationContext();

  @Configuration
  @EnableHoldfast
  static class Enabled {}

  private App(TestServer server, HoldfastSettings settings, Class<?>... types) {
    context.registerBean(
        "client", HoldfastClient.class, () -> HoldfastClient.connect(settings, server.uri()));
    context.registerAlias("client", "same");
    context.register(Enabled.class);
    context.register(types);
  }

  static App start(TestServer server, Class<?>... types) {
    return start(server, HoldfastSettings.builder().clientLabel("app").build(), types);
  }

  /** One that soon finds a server unreachable; on a busy machine, also one that is there. */
  static App impatient(TestServer server, Class<?>... types) {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .clientLabel("app")
            .commandTimeout(Duration.ofMillis(500))
            .unreachableLimit(Duration.ofSeconds(10))
            .build();
    return start(server, settings, types);
  }

  private static App start(TestServer server, HoldfastSettings settings, Class<?>... types) {
    App app = new App(server, settings, types);
    try {
      app.context.refresh();
    } catch (RuntimeException | Error e) {
      app.close();
      throw e;
    }
    return app;
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  HoldfastClient client() {
    return client("client");
  }

  HoldfastClient client(String name) {
    return context.getBean(name, HoldfastClient.class);
  }

  @Override
  public void close() {
    context.close();
  }
}
