package io.holdfast.lock.semaphore;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.contract.SemaphoreClient;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.List;

/** The semaphore, for the contract suites. */
record SemaphoresFixture(TestServer server, boolean isFair) implements SemaphoreFixture {

  @Override
  public SemaphoreClient open(ClientSpec spec) {
    HoldfastClient client = TestClients.open(spec, server.clientUri());
    return new Client(client, new Semaphores(client));
  }

  @Override
  public List<TestServer> servers() {
    return List.of(server);
  }

  @Override
  public String keyPattern(String name) {
    return "holdfast:*{" + name + "}*";
  }

  private record Client(HoldfastClient client, Semaphores semaphores) implements SemaphoreClient {

    @Override
    public DistributedSemaphore semaphore(String name, int permits, boolean fair) {
      return semaphores.get(name, permits, fair);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
