package io.holdfast.benchmarks.page;

import io.holdfast.benchmarks.table.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Draws a chapter. */
final class Drawing {

  private final Chapter chapter;
  private final Series series;
  private final String subtitle;
  private final Words words;

  Drawing(Chapter chapter, ResultFile.Numbers numbers) {
    this.chapter = chapter;
    this.series = numbers.series();
    this.subtitle =
        "%s; medians and ranges of %d rounds of %s s"
            .formatted(numbers.origin().text(), series.rounds(), Numbers.text(series.seconds()));
    this.words = new Words(chapter, series);
  }

  List<Picture> pictures() {
    return switch (chapter.form()) {
      case LINES -> told().stream().map(this::lines).toList();
      case PANELS -> panels();
      case PERCENTILES -> List.of(percentiles());
    };
  }

  private Picture lines(Metric metric) {
    LinePlot plot =
        new LinePlot(
            "%s: %s".formatted(Words.capital(series.work()), metric.title()),
            subtitle,
            chapter.xTitle(),
            metric.title(),
            LinePlot.Axis.of(series.xs()),
            marks(metric));
    String alt = words.alt(metric);
    return new Picture(name() + "-" + metric.slug(), alt, theme -> plot.svg(theme, alt));
  }

  private List<LinePlot.Mark> marks(Metric metric) {
    List<LinePlot.Mark> marks = new ArrayList<>();
    List<Double> places = LinePlot.Axis.of(series.xs()).places();
    for (String subject : series.subjects()) {
      for (int i = 0; i < places.size(); i++) {
        double place = places.get(i);
        series
            .at(series.xs().get(i), subject, metric.name())
            .ifPresent(spread -> marks.add(new LinePlot.Mark(subject, place, spread)));
      }
    }
    return marks;
  }

  private List<Picture> panels() {
    List<Metric> told = told();
    List<LinePlot> panels =
        told.stream()
            .map(
                metric ->
                    new LinePlot(
                        metric.title(),
                        subtitle,
                        chapter.xTitle(),
                        "",
                        LinePlot.Axis.of(series.xs()),
                        marks(metric)))
            .toList();
    String alt = String.join(" ", told.stream().map(words::alt).toList());
    return panels.isEmpty()
        ? List.of()
        : List.of(picture(Words.capital(series.work()), panels, alt));
  }

  /** A panel for each value of the quantity, if there are several. */
  private Picture percentiles() {
    String title = "%s: wait for the lock, ms".formatted(Words.capital(series.work()));
    String alt = words.percentilesAlt();
    if (series.xs().size() > 1) {
      return picture(
          title,
          series.xs().stream()
              .map(x -> percentiles("%s %s".formatted(LogTicks.label(x), chapter.xTitle()), x))
              .toList(),
          alt);
    }
    LinePlot plot = percentiles(title, series.xs().get(0));
    return new Picture(name(), alt, theme -> plot.svg(theme, alt));
  }

  private LinePlot percentiles(String title, double x) {
    return new LinePlot(
        title,
        subtitle,
        "percentile",
        "ms",
        LinePlot.Axis.evenly(told().stream().map(Metric::title).toList()),
        marksAt(x));
  }

  private List<LinePlot.Mark> marksAt(double x) {
    List<Metric> told = told();
    List<LinePlot.Mark> marks = new ArrayList<>();
    for (String subject : series.subjects()) {
      for (int i = 0; i < told.size(); i++) {
        double place = i;
        series
            .at(x, subject, told.get(i).name())
            .ifPresent(spread -> marks.add(new LinePlot.Mark(subject, place, spread)));
      }
    }
    return marks;
  }

  private List<Metric> told() {
    return chapter.metrics().stream().filter(metric -> series.tells(metric.name())).toList();
  }

  private Picture picture(String title, List<LinePlot> panels, String alt) {
    PanelPlot plot = new PanelPlot(title, subtitle, panels);
    return new Picture(name(), alt, theme -> plot.svg(theme, alt));
  }

  private String name() {
    return "%s-%s".formatted(chapter.kind(), chapter.over());
  }
}
