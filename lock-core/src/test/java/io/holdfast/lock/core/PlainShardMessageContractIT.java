package io.holdfast.lock.core;

import io.holdfast.lock.contract.ShardMessageContract;
import java.util.List;

/** The plain lock. */
class PlainShardMessageContractIT extends ShardMessageContract {

  @Override
  protected String queueKey(String name) {
    return "holdfast:lockq:{" + name + "}";
  }

  @Override
  protected Pair open(String uri, String name) {
    HoldfastSettings settings =
        HoldfastSettings.builder().cluster().lease(CLAIM).claimLease(CLAIM).build();
    HoldfastClient one = HoldfastClient.connect(settings, uri);
    HoldfastClient other = HoldfastClient.connect(settings, uri);
    return new Locks(
        List.of(one.lock(name), other.lock(name)),
        () -> {
          one.close();
          other.close();
        });
  }
}
