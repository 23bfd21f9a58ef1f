package io.holdfast.benchmarks.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The page.
 *
 * @param markdown its text
 * @param pictures what it shows
 */
record Page(String markdown, List<Picture> pictures) {

  static final String PLOTS = "plots";
  private static final String PROGRAM = "java -jar benchmarks/target/benchmarks-*.jar ";

  static Page of(Results results) {
    return new Writer(results).page();
  }

  /** Puts a page together. */
  private static final class Writer {

    private final Results results;
    private final List<Picture> pictures = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    Writer(Results results) {
      this.results = results;
    }

    Page page() {
      text.append(
          """
          # Results

          Made by `./holdfast bench`, or from the files beside it by its last step; do not edit. What is measured, how,
          and how to read it with care stands in [benchmarks/README.md](../README.md). The newest run of each row and of
          each series is shown.

          """);
      bars();
      others();
      Chapter.all().forEach(this::chapter);
      missing();
      origins();
      commands();
      return new Page(text.toString(), pictures);
    }

    private void bars() {
      Bars bars = new Bars(results.rows());
      if (bars.isEmpty()) {
        return;
      }
      text.append("## What is asked of it\n\n%s%n%n%s%n".formatted(bars.words(), bars.table()));
      text.append(
          """
          In the pictures each line stands where its ratio is, divided by what its bar asks; where less is better, what the
          bar asks is divided by the ratio. Right of 1 it holds. The thin line is the interval.

          """);
      bars.pictures().forEach(this::show);
    }

    private void others() {
      OtherLines others = new OtherLines(results.rows());
      if (!others.isEmpty()) {
        text.append(
            "## What nothing is asked of, and the other peers\n\nMedians.\n\n%s%n"
                .formatted(others.table()));
      }
    }

    private void chapter(Chapter chapter) {
      results.find(chapter.kind(), chapter.over()).ifPresent(found -> chapter(chapter, found));
    }

    private void chapter(Chapter chapter, ResultFile.Numbers numbers) {
      if (numbers.series().points().isEmpty()) {
        return;
      }
      text.append("## %s%n%n".formatted(chapter.title()));
      new Drawing(chapter, numbers).pictures().forEach(this::show);
      Words words = new Words(chapter, numbers.series());
      List<String> said = new ArrayList<>();
      if (chapter.form() == Chapter.Form.PERCENTILES) {
        said.add(words.percentiles());
      } else {
        chapter.metrics().stream()
            .filter(metric -> numbers.series().tells(metric.name()))
            .map(words::of)
            .forEach(said::add);
      }
      words.fairness().ifPresent(said::add);
      words.losses().ifPresent(said::add);
      words.leftOut().ifPresent(said::add);
      said.forEach(sentences -> text.append(sentences).append("\n\n"));
    }

    private void show(Picture picture) {
      pictures.add(picture);
      text.append(picture.html(PLOTS)).append('\n');
    }

    private void missing() {
      List<String> lines = new ArrayList<>();
      if (results.rows().stream().noneMatch(TableRow::isOfTheTable)) {
        lines.add("- the table: `%stable`".formatted(PROGRAM));
      }
      for (Chapter chapter : Chapter.all()) {
        Optional<ResultFile.Numbers> found = results.find(chapter.kind(), chapter.over());
        if (found.filter(numbers -> !numbers.series().points().isEmpty()).isEmpty()) {
          lines.add("- %s: `%s%s`".formatted(chapter.title(), PROGRAM, chapter.command()));
        }
      }
      if (!lines.isEmpty()) {
        text.append("## Not measured yet\n\n%s%n%n".formatted(String.join("\n", lines)));
      }
    }

    private void origins() {
      List<Origin> origins = results.origins();
      if (origins.isEmpty()) {
        return;
      }
      text.append("## Where it was measured\n\n");
      text.append(
          "| file | date | commit | machine | load before | JDK | server |\n|---|---|---|---|---|---|---|\n");
      for (Origin origin : origins) {
        text.append(
            "| [%1$s](%1$s) | %2$s | %3$s | %4$s, %5$s | %6$s | %7$s | %8$s |%n"
                .formatted(
                    origin.file(),
                    origin.time(),
                    origin.get("commit"),
                    origin.get("machine"),
                    origin.get("system"),
                    origin.get("load before"),
                    origin.get("JDK"),
                    origin.get("server")));
      }
      text.append("\nThe same for all: %s.%n%n".formatted(common(origins)));
    }

    /** What else stands in every file, and is the same. */
    private static String common(List<Origin> origins) {
      Map<String, String> first = origins.get(0).surroundings();
      List<String> same = new ArrayList<>();
      for (String what :
          new TreeSet<>(List.of("transport", "Lettuce", "Redisson", "Spring Integration"))) {
        String value = first.getOrDefault(what, "");
        if (!value.isEmpty()
            && origins.stream().allMatch(origin -> origin.get(what).equals(value))) {
          same.add("%s %s".formatted(what, value));
        }
      }
      return same.isEmpty() ? "nothing else that is written down" : String.join("; ", same);
    }

    private void commands() {
      text.append(
          "## How to make it again\n\n```\n./holdfast bench            # all of it, then this page\n");
      text.append("%stable%n".formatted(PROGRAM));
      for (Chapter chapter : Chapter.all()) {
        text.append("%s%s%n".formatted(PROGRAM, chapter.command()));
      }
      text.append("%spage%n```%n".formatted(PROGRAM));
    }
  }
}
