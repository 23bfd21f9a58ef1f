package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.contract.SemaphoreClient;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The semaphore of the JDK, for the suites; all its clients share what has one name. */
record JdkSemaphoreFixture(boolean isFair, Map<String, JdkSemaphore> byName)
    implements SemaphoreFixture {

  JdkSemaphoreFixture(boolean isFair) {
    this(isFair, new ConcurrentHashMap<>());
  }

  @Override
  public SemaphoreClient open(ClientSpec spec) {
    return new Client(byName);
  }

  @Override
  public List<TestServer> servers() {
    return List.of();
  }

  @Override
  public String keyPattern(String name) {
    return name;
  }

  private record Client(Map<String, JdkSemaphore> byName) implements SemaphoreClient {

    @Override
    public DistributedSemaphore semaphore(String name, int permits, boolean fair) {
      return byName.computeIfAbsent(name, fresh -> new JdkSemaphore(fresh, permits, fair));
    }

    @Override
    public void close() {}
  }
}
