package io.holdfast.spring.method;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Makes text of a value, for a name. What will not do throws {@link IllegalArgumentException}. */
final class NameText {

  private static final int MOST_BYTES = 1024;

  private static final ClassValue<Boolean> HAS_TEXT =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return !type.isArray()
                && type.getMethod("toString").getDeclaringClass() != Object.class;
          } catch (NoSuchMethodException e) {
            return false;
          }
        }
      };

  private NameText() {}

  /** What is in it, if it is an optional value, which may be null. */
  private static @Nullable Object content(@Nullable Object given) {
    Object value = given;
    while (value instanceof Optional<?> some) {
      value = some.orElse(null);
    }
    if (value instanceof OptionalInt some) {
      return some.isPresent() ? some.getAsInt() : null;
    }
    if (value instanceof OptionalLong some) {
      return some.isPresent() ? some.getAsLong() : null;
    }
    if (value instanceof OptionalDouble some) {
      return some.isPresent() ? some.getAsDouble() : null;
    }
    return value;
  }

  /** Refuses what has no text that is the same each time, and is that of one thing. */
  static void requireText(Object value) {
    Class<?> type = value.getClass();
    boolean isOptional = type.getName().startsWith("java.util.Optional");
    boolean isSeveral = value instanceof Iterable<?> && !(value instanceof Path);
    if (isOptional || isSeveral || value instanceof Map || value instanceof Future) {
      throw new IllegalArgumentException(
          "a value of type %s is not text: pass its elements as a collection, or one of them"
              .formatted(type.getName()));
    }
    if (!HAS_TEXT.get(type)) {
      throw new IllegalArgumentException(
          "a value of type %s has no toString() of its own, so it would give another name each time"
              .formatted(type.getName()));
    }
  }

  static String of(@Nullable Object given) {
    Object value = content(given);
    if (value == null) {
      throw new IllegalArgumentException("a name, or a part of it, is null");
    }
    requireText(value);
    String text = value.toString();
    if (text.isBlank()) {
      throw new IllegalArgumentException("a name, or a part of it, is blank: '%s'".formatted(text));
    }
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a name has %s bytes of UTF-8, must be at most %s: '%s…'"
              .formatted(bytes, MOST_BYTES, text.substring(0, 40)));
    }
    return text;
  }
}
