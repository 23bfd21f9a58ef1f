package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.contract.LatchClient;
import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** The latch of the JDK, for the suites; all its clients share what has one name. */
record JdkLatchFixture(Map<String, JdkLatch> byName) implements LatchFixture {

  JdkLatchFixture() {
    this(new ConcurrentHashMap<>());
  }

  @Override
  public LatchClient open(ClientSpec spec) {
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

  private record Client(Map<String, JdkLatch> byName) implements LatchClient {

    @Override
    public DistributedCountDownLatch latch(String name, int count) {
      return byName.computeIfAbsent(name, fresh -> new JdkLatch(fresh, new CountDownLatch(count)));
    }

    @Override
    public void close() {}
  }
}
