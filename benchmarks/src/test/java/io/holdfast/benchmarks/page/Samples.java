package io.holdfast.benchmarks.page;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** The small files of results among the test's resources. */
final class Samples {

  static final String SWEEP = "2026-03-02-0123456789-sweep-threads.json";
  static final String LATENCY = "2026-03-02-0123456789-sweep-latency.json";
  static final String COST = "2026-03-02-0123456789-cost-holds.json";
  static final String TABLE = "2026-03-02-0123456789.json";
  static final String OLDER_TABLE = "2026-03-01-aaaaaaaaaa.json";

  private Samples() {}

  static Path directory() {
    try {
      return Path.of(Samples.class.getResource("/page").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static Path file(String name) {
    return directory().resolve(name);
  }

  static Results all() throws IOException {
    return Results.read(Results.files(directory()));
  }

  static ResultFile.Numbers numbers(String name) throws IOException {
    return (ResultFile.Numbers) ResultReader.read(file(name));
  }

  static Chapter chapter(String kind, String over) {
    List<Chapter> found =
        Chapter.all().stream()
            .filter(chapter -> chapter.kind().equals(kind) && chapter.over().equals(over))
            .toList();
    return found.get(0);
  }
}
