package io.holdfast.benchmarks.page;

import java.util.function.Function;

/**
 * A plot, once for each theme.
 *
 * @param name of its files, without the theme
 * @param alt what is seen, for those who do not see it
 * @param svg draws it
 */
record Picture(String name, String alt, Function<Theme, String> svg) {

  String file(Theme theme) {
    return "%s-%s.svg".formatted(name, theme.label());
  }

  /** For Markdown: the reader's theme decides. */
  String html(String directory) {
    return """
        <picture>
          <source media="(prefers-color-scheme: dark)" srcset="%1$s/%2$s">
          <img alt="%4$s" src="%1$s/%3$s">
        </picture>
        """
        .formatted(directory, file(Theme.DARK), file(Theme.LIGHT), Svg.escaped(alt));
  }
}
