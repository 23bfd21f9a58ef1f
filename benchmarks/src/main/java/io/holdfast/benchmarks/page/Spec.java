package io.holdfast.benchmarks.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Specifications of Lets-Plot, which are maps. */
final class Spec {

  private static final Map<String, Object> BLANK = of("name", "blank", "blank", true);

  private static final double LONGER = 0.04;

  private Spec() {}

  /** Name, value, name, value; Lets-Plot adds to it. */
  static Map<String, Object> of(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  static List<Object> list(List<?> items) {
    return new ArrayList<>(items);
  }

  /** Quiet: no background, a thin grid, the legend above. */
  static Map<String, Object> theme(Theme theme, boolean hasLegend) {
    return of(
        "name",
        "minimal",
        "text",
        colour(theme.text()),
        "title",
        of("name", "text", "color", theme.text(), "face", "bold", "size", 16),
        "plot_subtitle",
        of("name", "text", "color", theme.muted(), "face", "plain", "size", 12),
        "axis_title",
        of("name", "text", "color", theme.muted(), "face", "plain", "size", 13),
        "axis_text",
        of("name", "text", "color", theme.text(), "size", 12),
        "axis_text_x",
        of("name", "text", "color", theme.text(), "size", 12, "angle", 0),
        "legend_text",
        of("name", "text", "color", theme.text(), "size", 12),
        "legend_title",
        BLANK,
        "legend_position",
        hasLegend ? "bottom" : "none",
        "legend_background",
        BLANK,
        "plot_background",
        BLANK,
        "panel_grid_major",
        of("name", "line", "color", theme.grid(), "size", 0.8),
        "panel_grid_minor",
        BLANK);
  }

  private static Map<String, Object> colour(String colour) {
    return of("name", "text", "color", colour);
  }

  /** One value for each of some names, in this order. */
  static Map<String, Object> manual(String aesthetic, List<?> names, List<?> values) {
    return of("aesthetic", aesthetic, "limits", list(names), "values", list(values));
  }

  /** Places on an axis, with their labels; a little longer than from low to high. */
  static Map<String, Object> axis(
      String aesthetic,
      String title,
      boolean isLog,
      Spread range,
      List<Double> breaks,
      List<String> labels) {
    Map<String, Object> scale = of("aesthetic", aesthetic, "name", title);
    if (isLog) {
      scale.put("trans", "log10");
    }
    scale.put("breaks", list(breaks));
    scale.put("labels", list(labels));
    scale.put("limits", list(isLog ? longerByRatio(range) : longer(range)));
    scale.put("expand", list(List.of(0, 0)));
    return scale;
  }

  private static List<Double> longerByRatio(Spread range) {
    double factor = Math.max(Math.pow(range.high() / range.low(), LONGER), 1 + LONGER);
    return List.of(range.low() / factor, range.high() * factor);
  }

  private static List<Double> longer(Spread range) {
    double more = Math.max((range.high() - range.low()) * LONGER, LONGER);
    return List.of(range.low() - more, range.high() + more);
  }
}
