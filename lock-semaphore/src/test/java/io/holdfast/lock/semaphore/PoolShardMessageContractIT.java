package io.holdfast.lock.semaphore;

import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.contract.ShardMessageContract;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The permits that are leased. */
class PoolShardMessageContractIT extends ShardMessageContract {

  @Override
  protected String queueKey(String name) {
    return "holdfast:poolq:{" + name + "}";
  }

  @Override
  protected Pair open(String uri, String name) {
    HoldfastSettings settings =
        HoldfastSettings.builder().cluster().lease(CLAIM).claimLease(CLAIM).build();
    HoldfastClient one = HoldfastClient.connect(settings, uri);
    HoldfastClient other = HoldfastClient.connect(settings, uri);
    return new Two(List.of(one, other), name);
  }

  private static final class Two implements Pair {

    private final List<HoldfastClient> clients;
    private final List<PermitPool> pools;
    private CompletableFuture<Permit> latest;
    private Permit permit;

    Two(List<HoldfastClient> clients, String name) {
      this.clients = clients;
      this.pools = clients.stream().map(client -> new Semaphores(client).pool(name, 1)).toList();
      this.latest = pools.get(1).acquireAsync();
    }

    @Override
    public CompletableFuture<?> begins(int who) throws Exception {
      permit = latest.get();
      latest = pools.get(who).acquireAsync();
      return latest;
    }

    @Override
    public void letsGo() throws Exception {
      permit.close();
    }

    @Override
    public void close() {
      clients.forEach(HoldfastClient::close);
    }
  }
}
