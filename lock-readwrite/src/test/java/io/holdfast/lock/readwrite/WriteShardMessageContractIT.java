package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ShardMessageContract;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.util.List;

/** The write lock. */
class WriteShardMessageContractIT extends ShardMessageContract {

  @Override
  protected String queueKey(String name) {
    return "holdfast:rwq:{" + name + "}";
  }

  @Override
  protected Pair open(String uri, String name) {
    HoldfastSettings settings =
        HoldfastSettings.builder().cluster().lease(CLAIM).claimLease(CLAIM).build();
    HoldfastClient one = HoldfastClient.connect(settings, uri);
    HoldfastClient other = HoldfastClient.connect(settings, uri);
    return new Locks(
        List.of(
            new ReadWriteLocks(one).get(name).writeLock(),
            new ReadWriteLocks(other).get(name).writeLock()),
        () -> {
          one.close();
          other.close();
        });
  }
}
