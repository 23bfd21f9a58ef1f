package io.holdfast.benchmarks.page;

import java.util.List;

/**
 * Several plots in one picture, two beside each other, under one title and over one legend.
 *
 * @param title what is shown
 * @param subtitle where and when
 * @param panels the plots; their titles stand above them
 */
record PanelPlot(String title, String subtitle, List<LinePlot> panels) {

  private static final int WIDTH = 760;
  private static final int PANEL_WIDTH = 375;
  private static final int PANEL_HEIGHT = 250;
  private static final int HEADER = 50;
  private static final int FOOTER = 24;
  private static final int LETTER = 8;
  private static final String SYMBOLS = "■○△+×    ◇◆  ◼ ■●▲◆    ◆"; // by R's numbers

  String svg(Theme theme, String alt) {
    List<Look> looks =
        Look.of(panels.stream().flatMap(panel -> panel.subjects().stream()).distinct().toList());
    StringBuilder inside = new StringBuilder();
    inside.append(Svg.text(0, 16, theme.text(), 16, "bold", title));
    inside.append(Svg.text(0, 36, theme.muted(), 12, "normal", subtitle));
    for (int i = 0; i < panels.size(); i++) {
      String panel = panels.get(i).panel(theme, looks, PANEL_WIDTH, PANEL_HEIGHT, "p" + i + "i");
      inside.append(
          "<g transform=\"translate(%d %d)\">%s</g>"
              .formatted(i % 2 * (WIDTH - PANEL_WIDTH), HEADER + i / 2 * PANEL_HEIGHT, panel));
    }
    int height = HEADER + (panels.size() + 1) / 2 * PANEL_HEIGHT + FOOTER;
    inside.append(legend(theme, looks, height - 4));
    return Svg.file(inside.toString(), WIDTH, height, alt);
  }

  private static String legend(Theme theme, List<Look> looks, int y) {
    StringBuilder legend = new StringBuilder();
    int x = 0;
    for (Look look : looks) {
      legend.append(Svg.text(x, y, look.colour(theme), 14, "bold", symbol(look)));
      legend.append(Svg.text(x + 16, y, theme.text(), 12, "normal", look.label()));
      x += 16 + LETTER * (look.label().length() + 2);
    }
    return legend.toString();
  }

  private static String symbol(Look look) {
    return look.shape() < SYMBOLS.length()
        ? SYMBOLS.substring(look.shape(), look.shape() + 1)
        : "●";
  }
}
