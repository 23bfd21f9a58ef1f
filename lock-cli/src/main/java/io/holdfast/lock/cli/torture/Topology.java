package io.holdfast.lock.cli.torture;

/** What the servers of a torture are to each other. */
enum Topology {
  /** One server, or what a kind has instead of it. */
  SINGLE,
  /** A master with two replicas, and three Sentinels. */
  SENTINEL,
  /** A cluster of three masters, each with a replica. */
  CLUSTER;

  /** The fewest workers that make a contention which failovers can hurt. */
  int leastWorkers() {
    return this == SINGLE ? 1 : 2;
  }
}
