package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinarySearchTest {

  @TempDir Path directory;

  private final Map<String, String> properties = new HashMap<>();
  private Path first;
  private Path second;

  @BeforeEach
  void directories() throws IOException {
    first = Files.createDirectory(directory.resolve("first"));
    second = Files.createDirectory(directory.resolve("second"));
  }

  private Path program(Path home, String name, String product, String version) throws IOException {
    Path program = home.resolve(name);
    Files.writeString(
        program, "#!/bin/sh\necho \"" + product + " server v=" + version + " sha=0:0 bits=64\"\n");
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private RedisBinary find(Optional<Path> embedded) {
    return new BinarySearch(
            name -> Optional.ofNullable(properties.get(name)),
            first + File.pathSeparator + second,
            () -> embedded)
        .find();
  }

  @Test
  void find_both_redisBeforeValkeyWhereverOnThePath() throws IOException {
    program(first, "valkey-server", "Valkey", "8.1.0");
    Path redis = program(second, "redis-server", "Redis", "7.0.15");

    RedisBinary found = find(Optional.empty());

    assertThat(found.path()).isEqualTo(redis);
    assertThat(found).hasToString("redis 7.0.15 from the search path");
  }

  @Test
  void find_valkeyOnly_isTaken() throws IOException {
    program(second, "valkey-server", "Valkey", "8.1.0");
    assertThat(find(Optional.empty()).version()).isEqualTo(new ServerVersion("valkey", 8, 1, 0));
  }

  @Test
  void find_notExecutable_isPassedOver() throws IOException {
    Path plain = program(first, "redis-server", "Redis", "7.0.15");
    Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rw-------"));
    Path other = program(second, "redis-server", "Redis", "7.2.0");
    assertThat(find(Optional.empty()).path()).isEqualTo(other);
  }

  @Test
  void find_nothingOnPath_takesEmbedded() throws IOException {
    Path embedded = program(directory, "inside", "Redis", "6.2.11");
    assertThat(find(Optional.of(embedded))).hasToString("redis 6.2.11 embedded");
  }

  @Test
  void find_embeddedForced_takesItThoughOneIsOnPath() throws IOException {
    program(first, "redis-server", "Redis", "7.0.15");
    properties.put("holdfast.redis", "embedded");
    assertThat(find(Optional.of(program(directory, "inside", "Redis", "6.2.11"))).origin())
        .isEqualTo("embedded");
  }

  @Test
  void find_pathForced_doesNotTakeEmbedded() throws IOException {
    properties.put("holdfast.redis", "path");
    Optional<Path> embedded = Optional.of(program(directory, "inside", "Redis", "6.2.11"));
    assertThatIllegalStateException()
        .isThrownBy(() -> find(embedded))
        .withMessageContaining("redis-server nor valkey-server")
        .withMessageContaining("holdfast.redis.bin");
  }

  @Test
  void find_programNamed_comesBeforeEverything() throws IOException {
    program(first, "redis-server", "Redis", "7.0.15");
    Path named = program(directory, "mine", "Valkey", "9.0.1");
    properties.put("holdfast.redis.bin", named.toString());
    properties.put("holdfast.redis", "embedded");
    assertThat(find(Optional.empty())).hasToString("valkey 9.0.1 from -Dholdfast.redis.bin");
  }

  @Test
  void find_programNamedIsMissing_failsNamingIt() throws IOException {
    program(first, "redis-server", "Redis", "7.0.15");
    properties.put("holdfast.redis.bin", directory.resolve("absent").toString());
    assertThatIllegalStateException()
        .isThrownBy(() -> find(Optional.empty()))
        .withMessageContaining(directory.resolve("absent").toString())
        .withMessageContaining("not an executable file");
  }

  @Test
  void find_programIsSomethingElse_failsWithItsAnswer() throws IOException {
    Path other = directory.resolve("other");
    Files.writeString(other, "#!/bin/sh\necho hello\nexit 3\n");
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwx------"));
    properties.put("holdfast.redis.bin", other.toString());
    assertThatIllegalStateException()
        .isThrownBy(() -> find(Optional.empty()))
        .withMessageContaining("exit value 3")
        .withMessageContaining("hello");
  }

  @Test
  void find_unknownKind_failsNamingIt() {
    properties.put("holdfast.redis", "memcached");
    assertThatIllegalStateException()
        .isThrownBy(() -> find(Optional.empty()))
        .withMessageContaining("memcached");
  }
}
