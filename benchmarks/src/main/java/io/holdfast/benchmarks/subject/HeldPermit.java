package io.holdfast.benchmarks.subject;

import java.util.OptionalLong;

/** A permit that somebody has. */
public interface HeldPermit {

  /** Its fencing token; empty if the subject has no such thing. */
  OptionalLong token();

  /** Gives it back, and waits for the server where it has to be told. */
  void release();
}
