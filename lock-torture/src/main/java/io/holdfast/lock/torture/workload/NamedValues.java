package io.holdfast.lock.torture.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The words of a command line, {@code name=value} each: taken one by one, and none left over. */
final class NamedValues {

  private static final String SEPARATOR = " ";

  private final Map<String, String> values;

  NamedValues(Map<String, String> values) {
    this.values = new LinkedHashMap<>(values);
  }

  /** Reads what {@link #words} wrote. */
  static NamedValues parse(List<String> words) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(word + ": not of the form name=value");
      }
      values.put(word.substring(0, equals), word.substring(equals + 1));
    }
    return new NamedValues(values);
  }

  static List<String> words(Map<String, String> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .toList();
  }

  String text(String name) {
    String value = values.remove(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  int number(String name) {
    return Integer.parseInt(text(name));
  }

  Duration duration(String name) {
    return Duration.parse(text(name));
  }

  /** Empty for the empty word. */
  Optional<Duration> optionalDuration(String name) {
    String text = text(name);
    return text.isEmpty() ? Optional.empty() : Optional.of(Duration.parse(text));
  }

  /** Reads what {@link #text(List)} wrote. */
  List<String> list(String name) {
    return List.of(text(name).split(SEPARATOR, -1));
  }

  /** A list as a value. A URI has no blanks, but one that names Sentinels has commas. */
  static String text(List<String> list) {
    return String.join(SEPARATOR, list);
  }

  /** Refuses what nobody has taken. */
  void requireEnd() {
    if (!values.isEmpty()) {
      throw new IllegalArgumentException("unknown: " + values.keySet());
    }
  }
}
