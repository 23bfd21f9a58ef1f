package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ShardMessageContract;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.util.List;

/** The fair lock. */
class FairShardMessageContractIT extends ShardMessageContract {

  @Override
  protected String queueKey(String name) {
    return "holdfast:fairq:{" + name + "}";
  }

  @Override
  protected Pair open(String uri, String name) {
    HoldfastSettings settings =
        HoldfastSettings.builder().cluster().lease(CLAIM).claimLease(CLAIM).build();
    HoldfastClient one = HoldfastClient.connect(settings, uri);
    HoldfastClient other = HoldfastClient.connect(settings, uri);
    return new Locks(
        List.of(new FairLocks(one).get(name), new FairLocks(other).get(name)),
        () -> {
          one.close();
          other.close();
        });
  }
}
