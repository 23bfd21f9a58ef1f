package io.holdfast.benchmarks.page;

import java.util.Map;

/**
 * Where numbers come from.
 *
 * @param file its name
 * @param surroundings machine, versions, commit, date
 */
record Origin(String file, Map<String, String> surroundings) {

  /** Date and time; sorts by age. */
  String time() {
    return get("date");
  }

  String day() {
    return time().replaceAll("T.*", "");
  }

  String get(String what) {
    return surroundings.getOrDefault(what, "unknown");
  }

  /** For the subtitle of a plot. */
  String text() {
    return "%s; %s, commit %s".formatted(get("machine"), day(), get("commit"));
  }
}
