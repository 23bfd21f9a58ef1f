package io.holdfast.lock.testkit.server;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The order in which {@link RedisBinary#locate()} looks.
 *
 * @param property a system property's value, if set
 * @param searchPath the directories of {@code PATH}
 * @param embedded the embedded program, if there is one for this platform
 */
record BinarySearch(
    Function<String, Optional<String>> property,
    String searchPath,
    Supplier<Optional<Path>> embedded) {

  private static final Logger LOG = LoggerFactory.getLogger(BinarySearch.class);
  private static final List<String> NAMES = List.of("redis-server", "valkey-server");

  static BinarySearch ofThisJvm() {
    return new BinarySearch(
        name -> Optional.ofNullable(System.getProperty(name)),
        Optional.ofNullable(System.getenv("PATH")).orElse(""),
        EmbeddedBinary::extract);
  }

  RedisBinary find() {
    RedisBinary found = choose();
    LOG.info("Test server: {} ({})", found, found.path());
    return found;
  }

  private RedisBinary choose() {
    Optional<String> program = property.apply(TestServers.BINARY_PROPERTY);
    if (program.isPresent()) {
      return RedisBinary.at(Path.of(program.get()), "from -D" + TestServers.BINARY_PROPERTY);
    }
    String kind = property.apply(TestServers.KIND_PROPERTY).orElse("auto");
    return switch (kind) {
      case "auto" ->
          onPath()
              .or(this::ofEmbedded)
              .orElseThrow(() -> nothing("nor embedded for " + EmbeddedBinary.platform()));
      case "path" ->
          onPath().orElseThrow(() -> nothing("and -Dholdfast.redis=path forbids any other"));
      case "embedded" ->
          ofEmbedded()
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "-Dholdfast.redis=embedded: no embedded server for %s (is the jar embedded-redis present?)"
                              .formatted(EmbeddedBinary.platform())));
      case "docker" ->
          throw new IllegalStateException(
              "-Dholdfast.redis=docker: a server in a container cannot be killed and restarted as a process here");
      default ->
          throw new IllegalStateException(
              "-Dholdfast.redis=%s is none of auto, path, embedded, docker".formatted(kind));
    };
  }

  private Optional<RedisBinary> onPath() {
    for (String name : NAMES) {
      for (String directory : searchPath.split(File.pathSeparator, -1)) {
        Path program = Path.of(directory).resolve(name);
        if (!directory.isEmpty() && Files.isRegularFile(program) && Files.isExecutable(program)) {
          return Optional.of(RedisBinary.at(program, "from the search path"));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<RedisBinary> ofEmbedded() {
    return embedded.get().map(program -> RedisBinary.at(program, "embedded"));
  }

  private static IllegalStateException nothing(String alsoTried) {
    return new IllegalStateException(
        "no server: neither %s on the search path, %s; install one or set -D%s"
            .formatted(String.join(" nor ", NAMES), alsoTried, TestServers.BINARY_PROPERTY));
  }
}
