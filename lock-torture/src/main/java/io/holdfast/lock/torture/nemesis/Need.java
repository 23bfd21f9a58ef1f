package io.holdfast.lock.torture.nemesis;

/** What a fault cannot do without. */
public enum Need {
  /** A server, to be frozen, killed and asked. */
  SERVER,
  /** A server that comes back with its data after it was killed. */
  PERSISTENCE,
  /** A proxy before a server. */
  PROXY,
  /** A replica that can take over. */
  REPLICA,
  /** A server whose clock can be shifted. */
  CLOCK,
  /** A replica that a vote has take over. */
  VOTE,
  /** Sentinels, which are told to have a replica take over. */
  SENTINELS,
  /** A cluster whose replicas are told to take over, and whose slots can be moved. */
  CLUSTER,
  /** A cluster whose nodes migrate a slot by themselves, as a whole. */
  SLOT_MIGRATION,
  /** Processes that use the servers. */
  WORKERS
}
