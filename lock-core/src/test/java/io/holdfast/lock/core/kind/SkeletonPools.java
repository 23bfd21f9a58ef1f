package io.holdfast.lock.core.kind;

import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.exclusive.LockScripts;
import java.util.Optional;

/** Semaphores of n anonymous permits: all that a kind has to say for itself. */
final class SkeletonPools {

  private static final LockScripts SCRIPTS =
      LockScripts.shared(
          file -> SkeletonPools.class.getResourceAsStream("skeleton/" + file), Optional.empty());

  private final Pools pools;

  SkeletonPools(HoldfastClient client) {
    this.pools = Pools.of(client, "skeleton", SCRIPTS);
  }

  PermitPool get(String name, int permits) {
    return pools.get(name, permits);
  }
}
