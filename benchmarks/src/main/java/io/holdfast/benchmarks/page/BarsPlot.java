package io.holdfast.benchmarks.page;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How far each line of the table is from its bar, on a log axis: from 1 on it holds.
 *
 * @param title what is shown
 * @param subtitle where and when
 * @param lines from the top
 */
record BarsPlot(String title, String subtitle, List<Line> lines) {

  private static final int PLOT_WIDTH = 460;
  private static final int HEADER = 44;
  private static final int FOOTER = 80;
  private static final int LETTER = 7;
  private static final int PLACEHOLDER = 40; // room that it has already
  private static final int LINE_HEIGHT = 18;
  private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

  /** How a line looks. */
  enum Outcome {
    HOLDS("holds", "#0072b2", "#56b4e9", 16),
    WITHIN_INTERVAL("holds within the interval", "#8a6d00", "#f0e442", 17),
    FAILS("does not hold", "#d55e00", "#f5893d", 15);

    private final String label;
    private final String light;
    private final String dark;
    private final int shape;

    Outcome(String label, String light, String dark, int shape) {
      this.label = label;
      this.light = light;
      this.dark = dark;
      this.shape = shape;
    }

    static Outcome of(Judged judged) {
      if (judged.isWithinInterval()) {
        return WITHIN_INTERVAL;
      }
      return judged.holds() ? HOLDS : FAILS;
    }

    String label() {
      return label;
    }

    String colour(Theme theme) {
      return theme == Theme.LIGHT ? light : dark;
    }
  }

  /**
   * A line of the table.
   *
   * @param label row, and what was measured
   * @param margin how many times better than the bar asks
   * @param outcome whether it holds
   */
  record Line(String label, Spread margin, Outcome outcome) {

    private Line within(DoubleSummaryStatistics bounds) {
      double low = margin.low() > 0 ? margin.low() : bounds.getMin();
      double high = Double.isFinite(margin.high()) ? margin.high() : bounds.getMax();
      return new Line(label, new Spread(margin.median(), low, high), outcome);
    }
  }

  BarsPlot {
    lines = drawn(lines);
  }

  /** An interval that reaches down to 0, or has no upper end, ends where the outermost line is. */
  private static List<Line> drawn(List<Line> lines) {
    List<Line> drawn =
        lines.stream()
            .filter(line -> line.margin().median() > 0)
            .filter(line -> Double.isFinite(line.margin().median()))
            .toList();
    DoubleSummaryStatistics medians =
        drawn.stream().mapToDouble(line -> line.margin().median()).summaryStatistics();
    return drawn.stream()
        .map(line -> line.margin().isPositive() ? line : line.within(medians))
        .toList();
  }

  String svg(Theme theme, String alt) {
    int height = FOOTER + LINE_HEIGHT * lines.size();
    int left =
        LETTER * lines.stream().mapToInt(line -> line.label().length()).max().orElse(0)
            - PLACEHOLDER;
    String inside =
        Svg.text(0, 16, theme.text(), 16, "bold", title)
            + Svg.text(0, 36, theme.muted(), 12, "normal", subtitle)
            + "<g transform=\"translate(%d %d)\">%s</g>"
                .formatted(
                    left,
                    HEADER,
                    withLabels(Svg.draw(specification(theme), PLOT_WIDTH, height, "i")));
    return Svg.file(inside, left + PLOT_WIDTH, HEADER + height, alt);
  }

  /** Lets-Plot cuts labels of more than 15 letters. These end where it has put the placeholders. */
  private String withLabels(String svg) {
    String text = svg.replaceFirst("<svg ", "<svg overflow=\"visible\" ");
    for (int i = 0; i < lines.size(); i++) {
      text =
          text.replace(">" + placeholder(i) + "<", ">" + Svg.escaped(lines.get(i).label()) + "<");
    }
    return text;
  }

  private static String placeholder(int line) {
    return "@%d@".formatted(line);
  }

  private Map<String, Object> specification(Theme theme) {
    return Spec.of(
        "kind",
        "plot",
        "data",
        data(),
        "mapping",
        Spec.of("y", "line", "x", "median", "color", "outcome", "shape", "outcome"),
        "theme",
        Spec.theme(theme, true),
        "scales",
        scales(theme),
        "layers",
        layers(theme));
  }

  private Map<String, Object> data() {
    return Spec.of(
        "line",
        Spec.list(places()),
        "median",
        Spec.list(lines.stream().map(line -> line.margin().median()).toList()),
        "low",
        Spec.list(lines.stream().map(line -> line.margin().low()).toList()),
        "high",
        Spec.list(lines.stream().map(line -> line.margin().high()).toList()),
        "one",
        Spec.list(lines.stream().map(line -> 1.0).toList()),
        "outcome",
        Spec.list(lines.stream().map(line -> line.outcome().label).toList()));
  }

  /** The axis goes upwards: the first line has the largest number. */
  private List<Double> places() {
    return IntStream.range(0, lines.size()).mapToObj(i -> (double) (lines.size() - i)).toList();
  }

  private List<Object> scales(Theme theme) {
    Spread range = range();
    List<Double> ticks = LogTicks.between(range.low(), range.high());
    List<Outcome> seen =
        OUTCOMES.stream()
            .filter(outcome -> lines.stream().anyMatch(line -> line.outcome() == outcome))
            .toList();
    List<String> labels = seen.stream().map(Outcome::label).toList();
    return Spec.list(
        List.of(
            Spec.axis(
                "x",
                "times better than its bar asks",
                true,
                range,
                ticks,
                ticks.stream().map(LogTicks::label).toList()),
            Spec.axis(
                "y",
                "",
                false,
                new Spread(1, 1, lines.size()),
                places(),
                IntStream.range(0, lines.size()).mapToObj(BarsPlot::placeholder).toList()),
            Spec.manual("color", labels, seen.stream().map(of -> of.colour(theme)).toList()),
            Spec.manual("shape", labels, seen.stream().map(of -> of.shape).toList())));
  }

  private Spread range() {
    return Spread.of(
        lines.stream()
            .flatMap(line -> Stream.of(1.0, line.margin().low(), line.margin().high()))
            .toList());
  }

  private static List<Object> layers(Theme theme) {
    return Spec.list(
        List.of(
            Spec.of("geom", "vline", "xintercept", 1.0, "color", theme.text(), "size", 1),
            segment("one", "median", 5, 0.25),
            segment("low", "high", 1.2, 1),
            Spec.of("geom", "point", "size", 3.5)));
  }

  private static Map<String, Object> segment(String from, String to, double size, double alpha) {
    return Spec.of(
        "geom",
        "segment",
        "mapping",
        Spec.of("x", from, "xend", to, "y", "line", "yend", "line"),
        "size",
        size,
        "alpha",
        alpha,
        "show_legend",
        false);
  }
}
