package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spring.Locked;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.javapoet.ClassName;

/** The hints that a native image needs. */
class HoldfastRuntimeHintsTest {

  private static RuntimeHints hints() {
    RuntimeHints hints = new RuntimeHints();
    SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
        .load(RuntimeHintsRegistrar.class)
        .stream()
        .filter(HoldfastRuntimeHints.class::isInstance)
        .forEach(one -> one.registerHints(hints, null));
    return hints;
  }

  @Test
  void hints_eachScriptOfEachModule_isAResource() throws IOException {
    RuntimeHints hints = hints();
    Resource[] scripts =
        new PathMatchingResourcePatternResolver()
            .getResources("classpath*:io/holdfast/lock/**/*.lua");
    assertThat(scripts)
        .hasSizeGreaterThan(60)
        .extracting(one -> one.getURL().toString().replaceAll(".*/io/holdfast/lock/", ""))
        .contains("core/verbs/acquire.lua", "core/script/ask.lua", "core/server/probe.lua")
        .allSatisfy(
            path ->
                assertThat(
                        RuntimeHintsPredicates.resource().forResource("io/holdfast/lock/" + path))
                    .as(path)
                    .accepts(hints));
  }

  @Test
  void hints_otherResources_areLeftOut() {
    assertThat(RuntimeHintsPredicates.resource().forResource("io/holdfast/lock/core/other.txt"))
        .rejects(hints());
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    HoldfastAutoConfiguration.class,
    HoldfastKindsAutoConfiguration.class,
    HoldfastAnnotationAutoConfiguration.class
  })
  static class Shop {
    @Bean
    Orders orders() {
      return new Orders();
    }
  }

  static class Orders {
    @Locked("order:#{#p0}")
    public void pay(long id) {}
  }

  @Test
  void hints_applicationProcessedAheadOfTime_areComplete() {
    DefaultGenerationContext generated =
        new DefaultGenerationContext(
            new ClassNameGenerator(ClassName.get("shop", "Application")),
            new InMemoryGeneratedFiles());
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.register(Shop.class);
      new ApplicationContextAotGenerator().processAheadOfTime(context, generated);
    }
    assertThat(
            RuntimeHintsPredicates.resource()
                .forResource("io/holdfast/lock/core/verbs/acquire.lua"))
        .accepts(generated.getRuntimeHints());
    // bound before there are beans, so not by the bean of the properties
    assertThat(RuntimeHintsPredicates.reflection().onType(HoldfastProperties.Annotations.class))
        .accepts(generated.getRuntimeHints());
  }
}
