package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.server.RedisServer;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples of the pages are code: all compile, and those that need one server only are run. */
class SamplesIT {

  /** By page, the samples that are run, counted from 1. */
  private static final Map<String, Set<Integer>> RUN =
      Map.of(
          "README.md", Set.of(1),
          "lock-core/README.md", Set.of(1, 2, 3, 5, 8, 9),
          "lock-fair/README.md", Set.of(1),
          "lock-readwrite/README.md", Set.of(1, 2),
          "lock-testkit/README.md", Set.of(2),
          "integrations/lock-micrometer/README.md", Set.of(2, 3));

  @TempDir static Path directory;
  private static List<Sample> samples;
  private static List<String> errors;

  @BeforeAll
  static void compile() throws IOException {
    samples = SamplePages.all();
    errors = SamplePages.compile(samples, directory);
  }

  @Test
  void samples_ofAllPages_compile() {
    assertThat(samples).hasSizeGreaterThan(35);
    assertThat(errors).isEmpty();
  }

  @Test
  void samples_thatNeedOneServer_run() throws Exception {
    try (RedisServer server = RedisServer.start();
        URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      int ran = 0;
      for (Map.Entry<String, Set<Integer>> page : RUN.entrySet()) {
        List<Sample> there = ofPage(page.getKey());
        for (int number : page.getValue()) {
          run(loader.loadClass(Sample.PACKAGE + '.' + there.get(number - 1).name()), server.uri());
          ran++;
        }
      }
      assertThat(ran).isEqualTo(13);
    }
  }

  @Test
  void sample_thatDoesNotCompile_isToldWithPageAndLine(@TempDir Path other) throws IOException {
    Sample wrong = new Sample("page.md", 7, List.of("lock.lock();", "lock.lokc();"), "Wrong");

    assertThat(SamplePages.compile(List.of(wrong), other))
        .singleElement()
        .asString()
        .startsWith("page.md:9: ");
  }

  private static List<Sample> ofPage(String page) {
    return samples.stream().filter(sample -> sample.page().equals(page)).toList();
  }

  private static void run(Class<?> type, String uri) throws Exception {
    Constructor<?> constructor = type.getDeclaredConstructor(String.class);
    constructor.setAccessible(true);
    try (AutoCloseable sample = (AutoCloseable) constructor.newInstance(uri)) {
      Method body = type.getDeclaredMethod("run");
      body.setAccessible(true);
      body.invoke(sample);
    }
  }
}
