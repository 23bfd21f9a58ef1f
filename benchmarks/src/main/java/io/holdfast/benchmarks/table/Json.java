package io.holdfast.benchmarks.table;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes maps, lists, numbers and strings. */
final class Json {

  private Json() {}

  static String text(Object value) {
    return write(value, "\n") + "\n";
  }

  private static String write(Object value, String newLine) {
    String inner = newLine + "  ";
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> string(entry.getKey()) + ": " + write(entry.getValue(), inner))
          .collect(Collectors.joining("," + inner, "{" + inner, newLine + "}"));
    }
    if (value instanceof List<?> list) {
      return list.stream()
          .map(item -> write(item, inner))
          .collect(Collectors.joining("," + inner, "[" + inner, newLine + "]"));
    }
    if (value instanceof Double number) {
      return Double.isFinite(number) ? number.toString() : "null";
    }
    return value instanceof Number ? value.toString() : string(value);
  }

  private static String string(Object value) {
    StringBuilder text = new StringBuilder("\"");
    for (char c : value.toString().toCharArray()) {
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append("\\u%04x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    return text.append('"').toString();
  }
}
