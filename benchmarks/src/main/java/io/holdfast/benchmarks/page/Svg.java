package io.holdfast.benchmarks.page;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jetbrains.letsPlot.commons.encoding.UnsupportedRGBEncoder;
import org.jetbrains.letsPlot.commons.geometry.DoubleVector;
import org.jetbrains.letsPlot.core.util.PlotSvgExportCommon;

/** SVG, drawn by Lets-Plot; the same specification gives the same text. */
final class Svg {

  private static final int MARGIN = 10;
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern LONG_FRACTION = Pattern.compile("(\\d\\.\\d\\d)\\d+");
  private static final Pattern ZERO_FRACTION = Pattern.compile("(\\d)\\.0(?![\\d])");
  private static final Pattern ID = Pattern.compile(" id=\"(\\w+)\"|#(\\w{7}) \\.");
  private static final String FONT = "font-family: Lucida Grande, sans-serif";
  private static final String OUR_FONT = "font-family: Verdana, DejaVu Sans, sans-serif";

  private Svg() {}

  /** A file of its own: what is inside, with a margin around it. */
  static String file(String inside, int width, int height, String alt) {
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="-%3$d -%3$d %4$d %5$d" role="img">\
        <title>%6$s</title>%7$s</svg>
        """
        .formatted(
            width, height, MARGIN, width + 2 * MARGIN, height + 2 * MARGIN, escaped(alt), inside);
  }

  /**
   * Draws a specification, to be put inside another.
   *
   * @param ids how its ids begin; must differ from those of what stands beside it
   */
  static String draw(Map<String, Object> specification, int width, int height, String ids) {
    String drawn =
        PlotSvgExportCommon.INSTANCE.buildSvgImageFromRawSpecs(
            specification, new DoubleVector(width, height), new UnsupportedRGBEncoder(), true);
    return withStableIds(tight(drawn), ids);
  }

  /** Without what no viewer needs, and without the white boxes of the legend. */
  private static String tight(String svg) {
    String text =
        svg.replaceAll(" clip-bounds-jfx=\"[^\"]*\"", "")
            .replaceAll(">\\s+", ">")
            .replaceAll("\\s+<", "<")
            .replaceAll("\\s*\n\\s*", " ")
            .replaceAll("<path></path>", "")
            .replaceAll("></(line|path|rect|circle|polygon)>", "/>")
            .replace("=\"rgb(255,255,255)\"", "=\"none\"")
            .replace(FONT, OUR_FONT);
    return TAG.matcher(text)
        .replaceAll(tag -> Matcher.quoteReplacement(withShortNumbers(tag.group())));
  }

  private static String withShortNumbers(String tag) {
    String text = LONG_FRACTION.matcher(tag).replaceAll("$1");
    return ZERO_FRACTION.matcher(text).replaceAll("$1");
  }

  /** Lets-Plot draws them by lot. In its style there are also some of what is not there. */
  private static String withStableIds(String svg, String prefix) {
    Set<String> ids = new LinkedHashSet<>();
    ID.matcher(svg).results().map(Svg::id).forEach(ids::add);
    String stable = svg;
    int count = 0;
    for (String id : ids) {
      stable = stable.replaceAll("(id=\"|#)" + id + "\\b", "$1" + prefix + count);
      count++;
    }
    return stable;
  }

  private static String id(MatchResult found) {
    return found.group(1) != null ? found.group(1) : found.group(2);
  }

  static String text(int x, int y, String colour, int size, String weight, String text) {
    return "<text x=\"%d\" y=\"%d\" fill=\"%s\" style=\"%s; font-size: %dpx; font-weight: %s\">%s</text>"
        .formatted(x, y, colour, OUR_FONT, size, weight, escaped(text));
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
