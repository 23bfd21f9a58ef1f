package io.holdfast.lock.semaphore;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.contract.ShardMessageContract;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The semaphore. */
class SemaphoreShardMessageContractIT extends ShardMessageContract {

  @Override
  protected String queueKey(String name) {
    return "holdfast:semq:{" + name + "}";
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
    private final List<DistributedSemaphore> semaphores;
    private int waiter;

    Two(List<HoldfastClient> clients, String name) {
      this.clients = clients;
      this.semaphores =
          clients.stream().map(client -> new Semaphores(client).get(name, 0)).toList();
    }

    @Override
    public CompletableFuture<?> begins(int who) throws Exception {
      waiter = who;
      return semaphores.get(who).acquireAsync();
    }

    @Override
    public void letsGo() throws Exception {
      semaphores.get(1 - waiter).release();
    }

    @Override
    public void close() {
      clients.forEach(HoldfastClient::close);
    }
  }
}
