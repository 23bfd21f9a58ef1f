package io.holdfast.spring.boot.test;

import io.holdfast.spring.boot.test.AutoConfigureHoldfast.Server;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/** Contexts of equal customizers are the same: so its only state is what the annotation says. */
record HoldfastContextCustomizer(Server server) implements ContextCustomizer {

  private static final AtomicInteger CONTEXTS = new AtomicInteger();

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    switch (server) {
      case EMBEDDED -> {
        String prefix = "test-%s-%s".formatted(ownPid(), CONTEXTS.incrementAndGet());
        TestPropertyValues.of("holdfast.key-prefix=" + prefix, "holdfast.connect=eager")
            .applyTo(context);
        context.getBeanFactory().registerSingleton("holdfastEmbeddedServer", new EmbeddedServer());
      }
      case LOCAL -> {
        TestPropertyValues.of("holdfast.enabled=false").applyTo(context);
        LocalBeans.register(context.getBeanFactory());
      }
      case NONE -> TestPropertyValues.of("holdfast.enabled=false").applyTo(context);
    }
  }

  private static long ownPid() {
    return ProcessHandle.current().pid();
  }
}
