package io.holdfast.benchmarks.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads a file of results. */
final class ResultReader {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String TABLE = "table";

  private ResultReader() {}

  /**
   * What the file holds.
   *
   * @throws IOException if it cannot be read, or is not what it should be
   */
  static ResultFile read(Path file) throws IOException {
    JsonNode root = MAPPER.readTree(Files.readAllBytes(file));
    String kind = root.path("kind").asText(TABLE);
    Origin origin = origin(file, root.has("surroundings") ? root.get("surroundings") : root);
    try {
      return switch (kind) {
        case TABLE -> new ResultFile.Table(origin, rows(needed(root, "rows"), origin));
        case "sweep", "cost" ->
            new ResultFile.Numbers(origin, series(kind, root), rows(root.path("rows"), origin));
        default -> new ResultFile.Other(origin, kind);
      };
    } catch (IllegalArgumentException e) {
      throw new IOException("%s: %s".formatted(file.getFileName(), e.getMessage()), e);
    }
  }

  private static Origin origin(Path file, JsonNode surroundings) {
    Map<String, String> found = new LinkedHashMap<>();
    surroundings
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isTextual() && !field.getKey().equals("kind")) {
                found.put(field.getKey(), field.getValue().asText());
              }
            });
    return new Origin(String.valueOf(file.getFileName()), found);
  }

  private static List<TableRow> rows(JsonNode all, Origin origin) {
    List<TableRow> rows = new ArrayList<>();
    for (JsonNode row : all) {
      List<TableRow.Line> lines = new ArrayList<>();
      for (JsonNode line : needed(row, "bars")) {
        String metric = needed(line, "metric").asText();
        lines.add(
            new TableRow.Line(
                metric,
                line.path("title").asText(Metric.ofTheTable(metric)),
                medians(row, metric),
                judged(line)));
      }
      rows.add(
          new TableRow(needed(row, "id").asText(), needed(row, "work").asText(), lines, origin));
    }
    return rows;
  }

  private static Map<String, Double> medians(JsonNode row, String metric) {
    Map<String, List<Double>> numbers = new TreeMap<>();
    for (JsonNode round : needed(row, "rounds")) {
      round
          .properties()
          .forEach(
              subject -> {
                JsonNode number = subject.getValue().path(metric);
                if (number.isNumber()) {
                  numbers
                      .computeIfAbsent(
                          subject.getKey().toUpperCase(Locale.ROOT), key -> new ArrayList<>())
                      .add(number.asDouble());
                }
              });
    }
    Map<String, Double> medians = new TreeMap<>();
    numbers.forEach((subject, of) -> medians.put(subject, Spread.of(of).median()));
    return medians;
  }

  private static Optional<Judged> judged(JsonNode line) {
    return line.hasNonNull("verdict") && line.path("ratio").isNumber()
        ? Optional.of(
            new Judged(
                line.path("of").asText("holdfast").toUpperCase(Locale.ROOT),
                needed(line, "bar").asText(),
                line.get("ratio").asDouble(),
                needed(line, "low").asDouble(),
                needed(line, "high").asDouble(Double.POSITIVE_INFINITY),
                line.get("verdict").asText()))
        : Optional.empty();
  }

  private static Series series(String kind, JsonNode root) {
    List<Series.Point> points = new ArrayList<>();
    for (JsonNode point : needed(root, "points")) {
      Map<String, List<Double>> metrics = new TreeMap<>();
      needed(point, "metrics")
          .properties()
          .forEach(metric -> metrics.put(metric.getKey(), numbers(metric.getValue())));
      points.add(
          new Series.Point(
              needed(point, "x").asDouble(), needed(point, "subject").asText(), metrics));
    }
    return new Series(
        kind,
        needed(root, "over").asText(),
        root.path("work").asText(),
        root.path("rounds").asInt(),
        root.path("seconds").asDouble(),
        points,
        leftOut(root));
  }

  private static List<Series.LeftOut> leftOut(JsonNode root) {
    List<Series.LeftOut> leftOut = new ArrayList<>();
    for (JsonNode point : root.path("leftOut")) {
      leftOut.add(
          new Series.LeftOut(
              needed(point, "x").asDouble(),
              needed(point, "subject").asText(),
              point.path("why").asText()));
    }
    return leftOut;
  }

  /** A number a round, or one for all; what is none (infinite, not told) is left out. */
  private static List<Double> numbers(JsonNode node) {
    List<Double> numbers = new ArrayList<>();
    for (JsonNode number : node.isArray() ? node : List.of(node)) {
      if (number.isNumber()) {
        numbers.add(number.asDouble());
      }
    }
    return numbers;
  }

  private static JsonNode needed(JsonNode node, String field) {
    JsonNode found = node.get(field);
    if (found == null) {
      throw new IllegalArgumentException("field '%s': missing".formatted(field));
    }
    return found;
  }
}
