package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.testkit.topology.FailoverGroup;
import io.holdfast.lock.testkit.topology.VotingCluster;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Slots that may be moved.
 *
 * @param cluster whose
 * @param names one for each slot: what is contended for
 */
public record ContendedSlots(VotingCluster cluster, List<String> names) {

  /** Copies the list; refuses an empty one. */
  public ContendedSlots {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("names: none");
    }
  }

  Set<Need> offers() {
    Set<Need> offers = EnumSet.of(Need.CLUSTER);
    if (cluster.migratesSlots()) {
      offers.add(Need.SLOT_MIGRATION);
    }
    return offers;
  }

  String anyName(Random random) {
    return names.get(random.nextInt(names.size()));
  }

  /** One that the slot of this name can be moved to. */
  FailoverGroup anyOtherShard(String name, Random random) {
    FailoverGroup owner = cluster.shardOf(name);
    List<FailoverGroup> others =
        cluster.shards().stream().filter(shard -> !shard.equals(owner)).toList();
    return others.get(random.nextInt(others.size()));
  }
}
