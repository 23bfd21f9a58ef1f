package io.holdfast.benchmarks.table;

import io.holdfast.lock.testkit.resp.RespClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.EpollProvider;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.springframework.integration.redis.util.RedisLockRegistry;

/** What a result is worth nothing without. Says nothing of whose machine it was, or where on it. */
final class Surroundings {

  private static final String UNKNOWN = "unknown";

  private Surroundings() {}

  /**
   * Looks.
   *
   * @param redisUri the server
   * @param where it is, for people
   * @param jvmOptions that somebody has given to the JVMs that work
   */
  static Map<String, String> look(String redisUri, String where, List<String> jvmOptions) {
    Map<String, String> found = new LinkedHashMap<>();
    found.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    found.put("commit", commit());
    found.put(
        "machine",
        "%d cores, %s".formatted(Runtime.getRuntime().availableProcessors(), processor()));
    found.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    found.put(
        "load before",
        Numbers.text(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    found.put(
        "JDK",
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    found.put("server", server(redisUri) + ", " + where);
    found.put("transport", EpollProvider.isAvailable() ? "epoll, for all" : "NIO, for all");
    found.put("Lettuce", version(RedisClient.class));
    found.put("Redisson", version(Redisson.class));
    found.put("Spring Integration", version(RedisLockRegistry.class));
    if (!jvmOptions.isEmpty()) {
      found.put("JVM options", String.join(" ", jvmOptions));
    }
    return found;
  }

  /** {@code <date>-<hour and minute>-<commit>}, for names of files: no run replaces another. */
  static String name(Map<String, String> surroundings) {
    return surroundings.getOrDefault("date", "").replaceAll("T(..):(..).*", "-$1$2")
        + "-"
        + surroundings.getOrDefault("commit", UNKNOWN);
  }

  /** The commit, and whether the files differ from it; with no repository around, "unknown". */
  private static String commit() {
    String commit = git("rev-parse", "--short=10", "HEAD");
    if (commit.equals(UNKNOWN)) {
      return commit;
    }
    return git("status", "--porcelain", "--untracked-files=no").isEmpty()
        ? commit
        : commit + "-changed";
  }

  private static String git(String... words) {
    String[] command = new String[words.length + 1];
    command[0] = "git";
    System.arraycopy(words, 0, command, 1, words.length);
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      boolean isDone = process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
      return isDone ? said : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }

  private static String server(String uri) {
    try (RespClient client = RespClient.connect(uri)) {
      String info = client.text("INFO", "server");
      return info.lines()
          .filter(line -> line.startsWith("redis_version:") || line.startsWith("valkey_version:"))
          .map(line -> line.replace("_version:", " ").strip())
          .reduce((first, second) -> second) // Valkey tells both, its own last
          .orElse(UNKNOWN);
    }
  }

  private static String version(Class<?> of) {
    String version = of.getPackage().getImplementationVersion();
    return version == null ? UNKNOWN : version;
  }
}
