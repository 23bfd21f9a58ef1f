package io.holdfast.lock.testkit.nemesis;

/** What a fault is done to. Two faults at the same time are done to different targets. */
public enum Target {
  /** Connections. */
  NETWORK,
  /** A server. */
  SERVER,
  /** A process that uses the servers. */
  WORKER
}
