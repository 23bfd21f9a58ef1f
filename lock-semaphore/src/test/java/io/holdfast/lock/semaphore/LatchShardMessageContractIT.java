package io.holdfast.lock.semaphore;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.contract.ShardMessageContract;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Latches: for each turn there is another one of the same name. */
class LatchShardMessageContractIT extends ShardMessageContract {

  @Override
  protected String queueKey(String name) {
    return "holdfast:latchq:{" + name + "}";
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
    private final List<DistributedCountDownLatch> latches;
    private int waiter;

    Two(List<HoldfastClient> clients, String name) {
      this.clients = clients;
      this.latches = clients.stream().map(client -> new Semaphores(client).latch(name, 1)).toList();
    }

    @Override
    public CompletableFuture<?> begins(int who) throws Exception {
      waiter = who;
      latches.get(who).delete();
      return latches.get(who).awaitAsync();
    }

    @Override
    public void letsGo() throws Exception {
      latches.get(1 - waiter).countDown();
    }

    @Override
    public void close() {
      clients.forEach(HoldfastClient::close);
    }
  }
}
