package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.LockKind;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The fields of the hash at the key of a lock, as they were at one moment.
 *
 * @param byName what is in each; none if there is nothing at the key
 */
record StoredFields(Map<String, String> byName) {

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

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
