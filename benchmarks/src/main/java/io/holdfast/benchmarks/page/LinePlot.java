package io.holdfast.benchmarks.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lines of subjects against a quantity, medians with the range of the rounds as a band, on a log
 * axis. What is not above zero has no place on it and is left out.
 *
 * @param title what is shown, with the unit
 * @param subtitle where and when
 * @param xTitle the quantity
 * @param yTitle what is drawn
 * @param xs the values of the quantity, with their labels
 * @param marks the numbers
 */
record LinePlot(
    String title, String subtitle, String xTitle, String yTitle, Axis xs, List<Mark> marks) {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 430;

  /**
   * A number of a subject.
   *
   * @param subject in capitals
   * @param x its place
   * @param spread the number
   */
  record Mark(String subject, double x, Spread spread) {

    Mark withLow(double low) {
      return new Mark(subject, x, new Spread(spread.median(), low, spread.high()));
    }
  }

  /**
   * The values of the quantity.
   *
   * @param places where they are
   * @param labels what they are called
   * @param isLog whether distances are ratios
   */
  record Axis(List<Double> places, List<String> labels, boolean isLog) {

    /** Ratios are distances; where a value is 0, all values are at the same distance. */
    static Axis of(List<Double> values) {
      List<String> labels = values.stream().map(LogTicks::label).toList();
      return values.stream().allMatch(value -> value > 0)
          ? new Axis(values, labels, true)
          : evenly(labels);
    }

    static Axis evenly(List<String> labels) {
      return new Axis(
          IntStream.range(0, labels.size()).mapToObj(i -> (double) i).toList(), labels, false);
    }
  }

  LinePlot {
    marks = drawn(marks);
  }

  /** A band that reaches down to 0 ends where the lowest line is. */
  private static List<Mark> drawn(List<Mark> marks) {
    List<Mark> drawn = marks.stream().filter(mark -> mark.spread().median() > 0).toList();
    double floor = drawn.stream().mapToDouble(mark -> mark.spread().median()).min().orElse(1);
    return drawn.stream()
        .map(mark -> mark.spread().isPositive() ? mark : mark.withLow(floor))
        .toList();
  }

  /** Those of whom something is drawn, in the order of the marks. */
  List<String> subjects() {
    return marks.stream().map(Mark::subject).distinct().toList();
  }

  /** By itself, with a legend. */
  String svg(Theme theme, String alt) {
    Map<String, Object> specification = specification(theme, Look.of(subjects()));
    specification.put("ggtitle", Spec.of("text", title, "subtitle", subtitle));
    specification.put("theme", Spec.theme(theme, true));
    return Svg.file(Svg.draw(specification, WIDTH, HEIGHT, "i"), WIDTH, HEIGHT, alt);
  }

  /** As a part of a picture, without a legend; looks are those of the whole picture. */
  String panel(Theme theme, List<Look> looks, int width, int height, String ids) {
    Map<String, Object> specification =
        specification(
            theme, looks.stream().filter(look -> subjects().contains(look.name())).toList());
    Map<String, Object> quiet = Spec.theme(theme, false);
    quiet.put(
        "plot_title", Spec.of("name", "text", "color", theme.text(), "face", "plain", "size", 13));
    specification.put("ggtitle", Spec.of("text", title));
    specification.put("theme", quiet);
    return Svg.draw(specification, width, height, ids);
  }

  private Map<String, Object> specification(Theme theme, List<Look> looks) {
    return Spec.of(
        "kind",
        "plot",
        "data",
        data(),
        "mapping",
        Spec.of("x", "x", "y", "y", "color", "who", "fill", "who", "shape", "who"),
        "scales",
        scales(theme, looks),
        "layers",
        layers());
  }

  private Map<String, Object> data() {
    return Spec.of(
        "x",
        Spec.list(marks.stream().map(Mark::x).toList()),
        "y",
        Spec.list(marks.stream().map(mark -> mark.spread().median()).toList()),
        "low",
        Spec.list(marks.stream().map(mark -> mark.spread().low()).toList()),
        "high",
        Spec.list(marks.stream().map(mark -> mark.spread().high()).toList()),
        "who",
        Spec.list(marks.stream().map(mark -> Look.label(mark.subject())).toList()));
  }

  private List<Object> scales(Theme theme, List<Look> looks) {
    List<String> labels = looks.stream().map(Look::label).toList();
    List<String> colours = looks.stream().map(look -> look.colour(theme)).toList();
    Spread range = range();
    List<Double> ticks = LogTicks.between(range.low(), range.high());
    List<Object> scales = new ArrayList<>();
    scales.add(
        Spec.axis("x", xTitle, xs.isLog(), Spread.of(xs.places()), xs.places(), xs.labels()));
    scales.add(
        Spec.axis("y", yTitle, true, range, ticks, ticks.stream().map(LogTicks::label).toList()));
    scales.add(Spec.manual("color", labels, colours));
    scales.add(Spec.manual("fill", labels, colours));
    scales.add(Spec.manual("shape", labels, looks.stream().map(Look::shape).toList()));
    return scales;
  }

  private Spread range() {
    return Spread.of(
        marks.stream()
            .flatMap(mark -> Stream.of(mark.spread().low(), mark.spread().high()))
            .toList());
  }

  private static List<Object> layers() {
    return Spec.list(
        List.of(
            Spec.of(
                "geom",
                "ribbon",
                "mapping",
                Spec.of("ymin", "low", "ymax", "high"),
                "alpha",
                0.2,
                "size",
                0,
                "show_legend",
                false),
            Spec.of("geom", "line", "size", 1.2),
            Spec.of("geom", "point", "size", 4)));
  }
}
