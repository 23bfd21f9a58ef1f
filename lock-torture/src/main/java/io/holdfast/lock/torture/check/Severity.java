package io.holdfast.lock.torture.check;

/** How bad a finding is. */
public enum Severity {
  /** A promise was broken. */
  ERROR,
  /** It would be an error, but for the faults of this run: data was lost, or leases ran out. */
  WARNING
}
