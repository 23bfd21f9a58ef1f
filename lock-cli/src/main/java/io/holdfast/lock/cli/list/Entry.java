package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockInspection;
import io.holdfast.lock.PoolInspection;

/** What the server has for one name. */
sealed interface Entry {

  /** A lock, held or free. */
  record Lock(LockInspection state) implements Entry {}

  /** A pool of permits, whether any are out or not. */
  record Pool(PoolInspection state) implements Entry {}

  /**
   * Something that somebody else has put where a lock would be.
   *
   * @param name of what it is in the way of
   * @param key where it is
   * @param type what it is, as {@code TYPE} says it
   * @param expected what would be there
   */
  record Foreign(String name, String key, String type, String expected) implements Entry {

    String description() {
      return "not a " + expected + " (" + type + ")";
    }
  }
}
