package io.holdfast.lock.torture.nemesis;

/** What a fault is done to. Two faults at the same time are done to different targets. */
public enum Target {
  /** Connections. */
  NETWORK,
  /** A server. */
  SERVER,
  /**
   * Several nodes that stand in for each other, when all of them are well: nothing else happens
   * meanwhile, and in one of three rounds it is the turn of such a fault.
   */
  NODES,
  /** A process that uses the servers. */
  WORKER
}
