package io.holdfast.benchmarks.page;

import io.holdfast.benchmarks.table.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Says what is seen in a series, in numbers. */
final class Words {

  private static final String OURS = "HOLDFAST";

  private final Chapter chapter;
  private final Series series;

  Words(Chapter chapter, Series series) {
    this.chapter = chapter;
    this.series = series;
  }

  /** What a metric comes to at the end of the axis, beside the others', and how it came there. */
  String of(Metric metric) {
    List<String> sentences = new ArrayList<>();
    sentences.add(atTheEnd(metric));
    ratios(metric).ifPresent(sentences::add);
    growth(metric).ifPresent(sentences::add);
    zeros(metric).ifPresent(sentences::add);
    return String.join(" ", sentences);
  }

  /** What has no place on a log axis. */
  private Optional<String> zeros(Metric metric) {
    List<String> zeros = new ArrayList<>();
    for (String subject : series.subjects()) {
      List<String> places =
          series.xs().stream()
              .filter(x -> median(x, subject, metric).filter(it -> it <= 0).isPresent())
              .map(Words::text)
              .toList();
      if (!places.isEmpty()) {
        zeros.add("%s at %s".formatted(Look.label(subject), String.join(", ", places)));
      }
    }
    return zeros.isEmpty()
        ? Optional.empty()
        : Optional.of("Not drawn, as it is 0: %s.".formatted(String.join("; ", zeros)));
  }

  /** Short: medians at the end of the axis. */
  String alt(Metric metric) {
    return "%s at %s %s: %s."
        .formatted(
            capital(metric.title()),
            text(last()),
            chapter.xTitle(),
            told(last(), metric, spread -> Numbers.text(spread.median())));
  }

  private String atTheEnd(Metric metric) {
    return "%s at %s %s: %s."
        .formatted(capital(metric.title()), text(last()), chapter.xTitle(), told(last(), metric));
  }

  private String told(double x, Metric metric) {
    return told(x, metric, Spread::text);
  }

  private String told(double x, Metric metric, Function<Spread, String> text) {
    return String.join(
        "; ",
        series.subjects().stream()
            .flatMap(
                subject ->
                    series
                        .at(x, subject, metric.name())
                        .map(spread -> Look.label(subject) + " " + text.apply(spread))
                        .stream())
            .toList());
  }

  /** Holdfast's number by those of the others, at the end of the axis. */
  private Optional<String> ratios(Metric metric) {
    Optional<Double> ours = median(last(), OURS, metric);
    List<String> ratios = new ArrayList<>();
    for (String subject : series.subjects()) {
      Optional<Double> other = median(last(), subject, metric);
      if (!subject.equals(OURS) && ours.isPresent() && other.filter(it -> it > 0).isPresent()) {
        ratios.add(
            "%s times %s".formatted(Numbers.text(ours.get() / other.get()), Look.label(subject)));
      }
    }
    return ratios.isEmpty()
        ? Optional.empty()
        : Optional.of("Holdfast's is %s.".formatted(String.join("; ", ratios)));
  }

  /** What becomes of it from one end of the axis to the other. */
  private Optional<String> growth(Metric metric) {
    List<String> factors = new ArrayList<>();
    for (String subject : series.subjects()) {
      Optional<Double> from = median(first(), subject, metric).filter(it -> it > 0);
      Optional<Double> to = median(last(), subject, metric);
      if (from.isPresent() && to.isPresent()) {
        factors.add("%s %s".formatted(Look.label(subject), Numbers.text(to.get() / from.get())));
      }
    }
    return factors.isEmpty() || first() == last()
        ? Optional.empty()
        : Optional.of(
            "From %s to %s %s it changes by a factor of: %s."
                .formatted(
                    text(first()), text(last()), chapter.xTitle(), String.join("; ", factors)));
  }

  /** How the turns are shared among the JVMs, if it was measured. */
  Optional<String> fairness() {
    return chapter.over().equals("jvms") && series.tells("jain")
        ? Optional.of(
            "How evenly the JVMs share the turns there, by Jain's index (1: all alike): %s."
                .formatted(told(last(), new Metric("jain", ""))))
        : Optional.empty();
  }

  /** What was not measured, and why. */
  Optional<String> leftOut() {
    List<String> all =
        series.leftOut().stream()
            .map(
                left ->
                    "%s at %s %s (%s)"
                        .formatted(
                            Look.label(left.subject()),
                            text(left.x()),
                            chapter.xTitle(),
                            left.why()))
            .toList();
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of("Left out: %s.".formatted(String.join("; ", all)));
  }

  /** Whether anything was lost meanwhile, if it was counted. */
  Optional<String> losses() {
    List<String> counted =
        series.subjects().stream()
            .filter(subject -> series.at(last(), subject, "lost").isPresent())
            .map(subject -> "%s %s".formatted(Look.label(subject), lost(subject)))
            .toList();
    return counted.isEmpty()
        ? Optional.empty()
        : Optional.of("Lost in all rounds together: %s.".formatted(String.join("; ", counted)));
  }

  private String lost(String subject) {
    return Numbers.text(
        series.points().stream()
            .filter(point -> point.subject().equals(subject))
            .flatMap(point -> point.metrics().getOrDefault("lost", List.of()).stream())
            .mapToDouble(Double::doubleValue)
            .sum());
  }

  /** The middle and the tail, for each value of the quantity. */
  String percentiles() {
    return percentiles(Spread::text);
  }

  String percentilesAlt() {
    return "Percentiles of the wait. " + percentiles(spread -> Numbers.text(spread.median()));
  }

  private String percentiles(Function<Spread, String> text) {
    List<String> sentences = new ArrayList<>();
    for (double x : series.xs()) {
      for (Metric metric : List.of(chapter.metrics().get(0), chapter.metrics().get(3))) {
        String told = told(x, metric, text);
        if (!told.isEmpty()) {
          sentences.add(
              "%s %s: %s %% of the waits are at most, in ms: %s."
                  .formatted(text(x), chapter.xTitle(), metric.title(), told));
        }
      }
    }
    return String.join(" ", sentences);
  }

  private Optional<Double> median(double x, String subject, Metric metric) {
    return series.at(x, subject, metric.name()).map(Spread::median);
  }

  private double first() {
    return series.xs().get(0);
  }

  private double last() {
    return series.xs().get(series.xs().size() - 1);
  }

  private static String text(double x) {
    return Numbers.text(x);
  }

  static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
