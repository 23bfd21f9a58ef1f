package io.holdfast.lock;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What the server knew of a pool of permits at one moment: for people and dashboards, never for
 * decisions.
 *
 * @param poolName the name of the pool
 * @param size how many permits there are; 0 if no client has used it yet
 * @param holders the clients that have permits, the lease that ends first at the front
 * @param queueLength how many wait at the server
 */
public record PoolInspection(String poolName, int size, List<Holder> holders, int queueLength) {

  /** Refuses null; keeps a copy. */
  public PoolInspection {
    Objects.requireNonNull(poolName, "poolName");
    holders = List.copyOf(holders);
  }

  /**
   * How many permits are not held; below zero if the pool was made smaller than the number held.
   */
  public int available() {
    return size - holders.stream().mapToInt(Holder::permits).sum();
  }

  /**
   * One or more permits that a client took with one acquisition.
   *
   * @param clientLabel the label of the client that holds them, as in "web-3/4711"
   * @param ours whether that is the client that was asked
   * @param permits the number of permits
   * @param remaining how long the server keeps them without hearing from that client
   */
  public record Holder(String clientLabel, boolean ours, int permits, Duration remaining) {

    /** Refuses null. */
    public Holder {
      Objects.requireNonNull(clientLabel, "clientLabel");
      Objects.requireNonNull(remaining, "remaining");
    }
  }
}
