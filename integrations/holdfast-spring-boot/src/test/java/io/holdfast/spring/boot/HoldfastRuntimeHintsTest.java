package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What a native image must be told. */
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
        .contains("core/exclusive/acquire.lua", "core/script/ask.lua", "core/server/probe.lua")
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
}
