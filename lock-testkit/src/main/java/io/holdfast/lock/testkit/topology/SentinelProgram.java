package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.process.Guard;
import io.holdfast.lock.testkit.server.RedisBinary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A script that starts a Sentinel: it is the server's program, told so by an argument. It is
 * deleted when this JVM ends, too, however that comes about.
 */
record SentinelProgram(Path directory, Guard guard) implements AutoCloseable {

  static final String PREFIX = "holdfast-sentinel-";

  static SentinelProgram create() {
    RedisBinary server = RedisBinary.locate();
    try {
      Path directory = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
      SentinelProgram program = new SentinelProgram(directory, Guard.of(directory));
      Files.writeString(
          program.script(), "#!/bin/sh\nexec '%s' \"$@\" --sentinel\n".formatted(server.path()));
      Files.setPosixFilePermissions(program.script(), PosixFilePermissions.fromString("rwx------"));
      return program;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a script: " + e.getMessage(), e);
    }
  }

  private Path script() {
    return directory.resolve("sentinel.sh");
  }

  RedisBinary binary() {
    RedisBinary server = RedisBinary.locate();
    return new RedisBinary(script(), server.version(), server.origin());
  }

  /** Idempotent. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(script());
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + directory, e);
    } finally {
      guard.close();
    }
  }
}
