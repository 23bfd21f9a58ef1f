package io.holdfast.benchmarks.page;

import java.util.List;
import java.util.Locale;

/**
 * How a subject looks, the same in every plot. The colours are those of Okabe and Ito, made darker
 * or lighter so that they stand out from the page.
 *
 * @param name of the subject, in capitals
 * @param label for people
 * @param light its colour on a light page
 * @param dark its colour on a dark page
 * @param shape of its points, by R's numbers
 */
record Look(String name, String label, String light, String dark, int shape) {

  private static final List<Look> KNOWN =
      List.of(
          new Look("HOLDFAST", "Holdfast", "#0072b2", "#56b4e9", 16),
          new Look("REDISSON", "Redisson", "#d55e00", "#f5893d", 15),
          new Look("BARE", "bare Lettuce", "#6e7781", "#9ea7b3", 4),
          new Look("SPRING_SPIN", "Spring, spinning", "#00835f", "#2fc79a", 17),
          new Look("SPRING_PUB_SUB", "Spring, pub/sub", "#b0578a", "#e39ac6", 23),
          new Look("JUC", "java.util.concurrent", "#8a6d00", "#f0e442", 3));

  private static final List<Look> OTHERS =
      List.of(
          new Look("", "", "#1f2328", "#e6edf3", 1),
          new Look("", "", "#1b7fa8", "#7fd3f7", 0),
          new Look("", "", "#8250df", "#bc8cff", 2));

  /** Those that we know. */
  static List<Look> known() {
    return KNOWN;
  }

  /** One for each subject; who is not known has one that is not taken. */
  static List<Look> of(List<String> subjects) {
    List<String> unknown = subjects.stream().filter(subject -> known(subject) < 0).toList();
    return subjects.stream()
        .map(
            subject ->
                known(subject) < 0
                    ? other(subject, unknown.indexOf(subject))
                    : KNOWN.get(known(subject)))
        .toList();
  }

  private static Look other(String subject, int index) {
    Look look = OTHERS.get(index % OTHERS.size());
    return new Look(subject, label(subject), look.light, look.dark, look.shape);
  }

  /** For people. */
  static String label(String subject) {
    return known(subject) < 0
        ? subject.toLowerCase(Locale.ROOT).replace('_', ' ')
        : KNOWN.get(known(subject)).label;
  }

  /** The place among all subjects. */
  static int rank(String subject) {
    return known(subject) < 0 ? KNOWN.size() : known(subject);
  }

  private static int known(String subject) {
    for (int i = 0; i < KNOWN.size(); i++) {
      if (KNOWN.get(i).name.equals(subject)) {
        return i;
      }
    }
    return -1;
  }

  String colour(Theme theme) {
    return theme == Theme.LIGHT ? light : dark;
  }
}
