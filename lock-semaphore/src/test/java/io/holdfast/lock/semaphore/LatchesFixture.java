package io.holdfast.lock.semaphore;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.contract.LatchClient;
import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.List;

/** The latch, for the contract suites. */
record LatchesFixture(TestServer server) implements LatchFixture {

  @Override
  public LatchClient open(ClientSpec spec) {
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

  private record Client(HoldfastClient client, Semaphores semaphores) implements LatchClient {

    @Override
    public DistributedCountDownLatch latch(String name, int count) {
      return semaphores.latch(name, count);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
