package io.holdfast.lock.cli.torture;

import io.holdfast.lock.cli.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories of a run. */
final class Scratch {

  private Scratch() {}

  /** The directory, made if it is not there; what is there is never mixed with what will be. */
  static Path empty(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (Stream<Path> there = Files.list(directory)) {
      if (there.findAny().isPresent()) {
        throw new UsageException("--keep " + directory + ": is not empty");
      }
    }
    return directory;
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> there = Files.walk(directory)) {
      List<Path> all = there.sorted(Comparator.reverseOrder()).toList();
      for (Path path : all) {
        Files.delete(path);
      }
    }
  }
}
