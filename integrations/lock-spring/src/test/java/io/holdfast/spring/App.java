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

  private App(TestServer server, String label, Class<?>... types) {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .clientLabel(label)
            .commandTimeout(Duration.ofMillis(500))
            .unreachableLimit(Duration.ofSeconds(10))
            .build();
    context.registerBean(
        "client", HoldfastClient.class, () -> HoldfastClient.connect(settings, server.uri()));
    context.register(Enabled.class);
    context.register(types);
  }

  static App start(TestServer server, Class<?>... types) {
    return start(server, "app", types);
  }

  static App start(TestServer server, String label, Class<?>... types) {
    App app = new App(server, label, types);
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
    return bean(HoldfastClient.class);
  }

  @Override
  public void close() {
    context.close();
  }
}
