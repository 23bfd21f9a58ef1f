package io.holdfast.benchmarks.page;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The newest of everything: of each row of the table, and of each kind of series.
 *
 * @param rows in the order of the table, then what is judged of the series
 * @param series by kind and quantity, {@code sweep threads}
 */
record Results(List<TableRow> rows, Map<String, ResultFile.Numbers> series) {

  /** All results in a directory. */
  static List<Path> files(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.json")) {
        found.forEach(files::add);
      }
    }
    files.sort(Comparator.naturalOrder());
    return files;
  }

  static Results read(List<Path> files) throws IOException {
    List<ResultFile> read = new ArrayList<>();
    for (Path file : files) {
      read.add(ResultReader.read(file));
    }
    return newest(read);
  }

  static Results newest(List<ResultFile> files) {
    Map<String, TableRow> rows = new LinkedHashMap<>();
    Map<String, ResultFile.Numbers> series = new TreeMap<>();
    files.stream()
        .sorted(Comparator.comparing(file -> file.origin().time()))
        .forEach(
            file -> {
              if (file instanceof ResultFile.Table table) {
                table.rows().forEach(row -> rows.put(row.id(), row));
              } else if (file instanceof ResultFile.Numbers numbers) {
                series.put(key(numbers.series().kind(), numbers.series().over()), numbers);
                numbers.rows().forEach(row -> rows.put(row.id(), row));
              }
            });
    return new Results(rows.values().stream().sorted(TableRow::compare).toList(), series);
  }

  Optional<ResultFile.Numbers> find(String kind, String over) {
    return Optional.ofNullable(series.get(key(kind, over)));
  }

  private static String key(String kind, String over) {
    return kind + " " + over;
  }

  /** The files that something is shown of, the newest first. */
  List<Origin> origins() {
    return Stream.concat(
            rows.stream().map(TableRow::origin),
            series.values().stream().map(ResultFile.Numbers::origin))
        .distinct()
        .sorted(Comparator.comparing(Origin::time).thenComparing(Origin::file).reversed())
        .toList();
  }
}
