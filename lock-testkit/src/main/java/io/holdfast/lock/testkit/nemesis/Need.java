package io.holdfast.lock.testkit.nemesis;

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
  /** Processes that use the servers. */
  WORKERS
}
