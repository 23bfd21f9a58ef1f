package io.holdfast.lock.contract.mutant;

/** What happens to the requests of a mini lock on their way. A correct lock does not mind. */
enum Mischief {
  /** Nothing. */
  NONE,
  /** Every third acquire is executed twice, as after a lost reply. */
  REPEATS,
  /** Every fifth timed attempt gets no answer and is withdrawn; its acquire arrives after that. */
  ARRIVES_LATE
}
