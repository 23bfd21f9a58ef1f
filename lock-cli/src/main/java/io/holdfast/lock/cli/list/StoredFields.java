package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.LockKind;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields at the key of a lock, as they were at one moment.
 *
 * @param byName what is in each; none if there is nothing at the key
 */
record StoredFields(Map<String, String> byName) {

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");
  private static final Pattern THIN_HOLD = Pattern.compile("([^: ]*:\\d+:\\d\\S*) (\\d{1,18})");

  /** The same of the text of a thin hold, as holder_key.lua has it; empty if it is none. */
  static Optional<StoredFields> ofThinHold(String text) {
    Matcher thin = THIN_HOLD.matcher(text);
    return thin.matches()
        ? Optional.of(new StoredFields(Map.of("id", thin.group(1), "token", thin.group(2))))
        : Optional.empty();
  }

  /** Whether there is anything. */
  boolean isThere() {
    return !byName.isEmpty();
  }

  /** Whether a lock of that kind can have these, as ours.lua has it; or there is nothing. */
  boolean isOursOrNothing(LockKind kind) {
    return byName.isEmpty()
        || switch (kind) {
          case LOCK, FAIR, READ, WRITE -> byName.containsKey("id") && isNumber("token");
          case POOL -> isNumber("size");
          case SEMAPHORE -> isNumber("permits") && isNumber("size");
          case LATCH -> isNumber("count") && isNumber("initial");
        };
  }

  private boolean isNumber(String field) {
    return NUMBER.matcher(byName.getOrDefault(field, "")).matches();
  }

  /** The number in this field; 0 if there is none. */
  long number(String field) {
    return Long.parseLong(byName.getOrDefault(field, "0"));
  }
}
