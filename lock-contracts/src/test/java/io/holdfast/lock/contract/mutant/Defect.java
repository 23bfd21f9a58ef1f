package io.holdfast.lock.contract.mutant;

import java.util.Locale;

/** What a mini lock does wrong on purpose, by a script or in its client. */
enum Defect {
  /** Nothing: the control. */
  NONE,
  /** Every hold has the same token. */
  CONSTANT_TOKEN,
  /** A request that is sent twice counts twice. */
  BLIND_COUNT,
  /** A release takes the lock from whoever holds it. */
  UNCHECKED_RELEASE,
  /** A withdrawn request that arrives late takes the lock for nobody. */
  NO_TOMBSTONE,
  /** A waiter sleeps until it is woken, and never asks again by itself. */
  NO_REASSERTION,
  /** A lock is given to whoever asks. */
  NO_EXCLUSION,
  /** A wait for a condition returns without having won the lock back. */
  BARE_RETURN,
  /** Whoever is signalled is not told. */
  LOST_SIGNAL,
  /** Tokens are counted, and repeat when the count is lost. */
  PLAIN_INCR;

  /** Where its scripts are; those it has not are as the correct ones. */
  String directory() {
    return name().toLowerCase(Locale.ROOT);
  }
}
