package io.holdfast.lock.core.gate;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;

/**
 * What tells the conditions of one lock apart.
 *
 * @param inIds as it stands in the ids of waiters: without blanks and colons
 * @param forPeople as it is shown
 */
record ConditionName(String inIds, String forPeople) {

  /** The longest name, in bytes of UTF-8. */
  static final int MAX_BYTES = 256;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int RANDOM_BYTES = 12;

  /**
   * The same in every process.
   *
   * @throws IllegalArgumentException if it is too long
   */
  static ConditionName of(String name, String lockName) {
    Objects.requireNonNull(name, "name");
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "Lock '%s': condition name '%s…': %s bytes, must be at most %s bytes of UTF-8"
              .formatted(lockName, name.substring(0, 32), bytes, MAX_BYTES));
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new IllegalArgumentException(
          "Lock '%s': condition name '%s': is not well-formed Unicode (a surrogate without its partner)"
              .formatted(lockName, name.replaceAll("[\\ud800-\\udfff]", "?")));
    }
    return new ConditionName(
        '=' + URLEncoder.encode(name, StandardCharsets.UTF_8), "'" + name + "'");
  }

  /** One that nobody else has. */
  static ConditionName unique() {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    String text = '~' + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    return new ConditionName(text, text);
  }

  @Override
  public String toString() {
    return forPeople;
  }
}
