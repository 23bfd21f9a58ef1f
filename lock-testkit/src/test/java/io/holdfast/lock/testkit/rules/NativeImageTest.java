package io.holdfast.lock.testkit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The names of scripts are put together while a program runs, so a native image has those alone
 * that its metadata names.
 */
class NativeImageTest {

  private static final Pattern NAMED = Pattern.compile("\"pattern\": \"([^\"]*)\"");

  @Test
  void scripts_ofEveryModule_areNamedForANativeImage() throws IOException {
    Path root = Sources.root();
    List<Path> scripts;
    try (Stream<Path> all = Files.walk(root)) {
      scripts =
          all.map(root::relativize)
              .filter(file -> file.toString().matches("lock-[^/]+/src/main/resources/.*\\.lua"))
              .toList();
    }

    assertThat(scripts).hasSizeGreaterThan(90);
    assertThat(scripts).allMatch(script -> isNamed(root, script));
    assertThat(isNamed(root, Path.of("lock-core/src/main/resources/other/release.lua"))).isFalse();
    assertThat(isNamed(root, Path.of("lock-core/src/main/resources/io/holdfast/a.txt"))).isFalse();
  }

  private static boolean isNamed(Path root, Path script) {
    Path module = script.getName(0);
    Path resources = module.resolve("src/main/resources");
    String metadata = "META-INF/native-image/io.holdfast/" + module + "/resource-config.json";
    try {
      String text = Files.readString(root.resolve(resources).resolve(metadata));
      return NAMED
          .matcher(text)
          .results()
          .map(found -> found.group(1).replace("\\\\", "\\"))
          .anyMatch(resources.relativize(script).toString()::matches);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
