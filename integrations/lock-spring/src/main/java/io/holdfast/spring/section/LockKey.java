package io.holdfast.spring.section;

import io.holdfast.lock.LockKind;

/**
 * Which lock: the two sides of a read-write lock count as one.
 *
 * @param kind the kind; {@code WRITE} for both sides
 * @param client the name of the bean of the client; empty for the default one
 * @param name the name
 */
record LockKey(LockKind kind, String client, String name) {

  static LockKey of(LockKind kind, String client, String name) {
    return new LockKey(kind == LockKind.READ ? LockKind.WRITE : kind, client, name);
  }
}
