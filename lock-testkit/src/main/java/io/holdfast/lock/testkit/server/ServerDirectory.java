package io.holdfast.lock.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server's own directory: configuration, log and data. Of this user only, since it holds the
 * password.
 */
record ServerDirectory(Path path) {

  /** {@code nodes.conf} has the id of a node of a cluster: it is the same node without its data. */
  private static final List<String> NOT_DATA = List.of("redis.conf", "server.log", "nodes.conf");

  static ServerDirectory create() {
    return create("holdfast-redis-");
  }

  static ServerDirectory create(String prefix) {
    try {
      return new ServerDirectory(
          Files.createTempDirectory(
              prefix + ProcessHandle.current().pid() + "-",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a directory: " + e.getMessage(), e);
    }
  }

  void writeConfiguration(String text) {
    try {
      Files.writeString(path.resolve("redis.conf"), text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the configuration: " + e.getMessage(), e);
    }
  }

  /** Deletes what the server has saved: snapshots and append-only files. */
  void deleteData() {
    try (Stream<Path> entries = Files.list(path)) {
      entries
          .filter(entry -> !NOT_DATA.contains(entry.getFileName().toString()))
          .forEach(ServerDirectory::delete);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the data in " + path, e);
    }
  }

  /** Deletes everything. Idempotent. */
  void delete() {
    if (Files.exists(path)) {
      delete(path);
    }
  }

  private static void delete(Path root) {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(entry);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + root, e);
    }
  }
}
