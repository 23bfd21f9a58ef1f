package io.holdfast.spring.integration;

import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The texts of keys. */
final class KeyNames {

  private final @Nullable Function<Object, String> others;

  private KeyNames(@Nullable Function<Object, String> others) {
    this.others = others;
  }

  /** Of the types whose text says who they are. */
  static KeyNames ofKnownTypes() {
    return new KeyNames(null);
  }

  /** Of the same, and of others by this function. */
  static KeyNames or(Function<Object, String> others) {
    return new KeyNames(Objects.requireNonNull(others, "text"));
  }

  String of(@Nullable Object key) {
    if (key == null) {
      throw new IllegalArgumentException("the key of a lock is null");
    }
    if (key instanceof Enum<?> constant) {
      return constant.name(); // toString() may be in the user's language
    }
    if (key instanceof CharSequence || key instanceof UUID || key instanceof Number) {
      return key.toString();
    }
    if (others == null) {
      throw new IllegalArgumentException(
          "a key of type %s: a lock is named by a CharSequence, UUID, Number or Enum; withKeyNames takes a function for other types"
              .formatted(key.getClass().getName()));
    }
    String text = others.apply(key);
    if (text == null) {
      throw new IllegalArgumentException(
          "a key of type %s: the function of withKeyNames returned null"
              .formatted(key.getClass().getName()));
    }
    return text;
  }
}
