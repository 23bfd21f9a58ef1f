package io.holdfast.spring.method;

import java.nio.charset.StandardCharsets;
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

  static String of(@Nullable Object value) {
    if (value == null) {
      throw new IllegalArgumentException("a name, or a part of it, is null");
    }
    if (!HAS_TEXT.get(value.getClass())) {
      throw new IllegalArgumentException(
          "a value of type %s has no text of its own, and is another name each time"
              .formatted(value.getClass().getName()));
    }
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
