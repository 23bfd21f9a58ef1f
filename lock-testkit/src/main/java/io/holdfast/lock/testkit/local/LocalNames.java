package io.holdfast.lock.testkit.local;

import java.nio.charset.StandardCharsets;

/** Which names are allowed. */
final class LocalNames {

  private static final int LOCK_BYTES = 1024;
  private static final int CONDITION_BYTES = 256;

  private LocalNames() {}

  /**
   * This name of a lock.
   *
   * @throws IllegalArgumentException if it is too long, or not well-formed
   */
  static String ofLock(String name) {
    return checked("lock name", name, LOCK_BYTES);
  }

  /**
   * This name of a condition.
   *
   * @throws IllegalArgumentException if it is too long, or not well-formed
   */
  static String ofCondition(String name) {
    return checked("condition name", name, CONDITION_BYTES);
  }

  private static String checked(String what, String name, int most) {
    // A char takes a byte at least, so a very long text is not encoded.
    int bytes = name.length() > most ? name.length() : name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > most) {
      throw new IllegalArgumentException(
          "%s '%s…': %s bytes or more, must be at most %s bytes of UTF-8"
              .formatted(what, name.substring(0, 32), bytes, most));
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new IllegalArgumentException(
          "%s '%s': is not well-formed Unicode (a surrogate without its partner)"
              .formatted(what, name.replaceAll("[\\ud800-\\udfff]", "?")));
    }
    return name;
  }
}
