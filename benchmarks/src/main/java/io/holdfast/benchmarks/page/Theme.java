package io.holdfast.benchmarks.page;

import java.util.Locale;

/** Colours of a page: those of GitHub's, on which plots stand without a background of their own. */
enum Theme {
  LIGHT("#ffffff", "#1f2328", "#59636e", "#d1d9e0"),
  DARK("#0d1117", "#e6edf3", "#9198a1", "#30363d");

  private final String background;
  private final String text;
  private final String muted;
  private final String grid;

  Theme(String background, String text, String muted, String grid) {
    this.background = background;
    this.text = text;
    this.muted = muted;
    this.grid = grid;
  }

  /** Of the page, not drawn. */
  String background() {
    return background;
  }

  String text() {
    return text;
  }

  /** For what is less important. */
  String muted() {
    return muted;
  }

  String grid() {
    return grid;
  }

  /** In small letters, for names of files. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
