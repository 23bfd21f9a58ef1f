package io.holdfast.lock.testkit.jdk;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.testkit.contract.ClientSpec;
import io.holdfast.lock.testkit.contract.SemaphoreClient;
import io.holdfast.lock.testkit.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;
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
