package io.holdfast.lock.testkit.local;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientClock;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One space of local locks, for the contract suites. Its clients go by the time of the test. */
final class LocalLockFixture implements LockFixture {

  private static final Duration USUAL = Duration.ofSeconds(30);

  private @Nullable LocalLocks first;

  @Override
  public synchronized LockClient open(ClientSpec spec) {
    List<LockListener> listeners = new ArrayList<>(spec.listeners());
    listeners.addAll(spec.directListeners());
    LocalClient.Settings settings =
        new LocalClient.Settings(
            spec.label().orElse("unnamed"),
            spec.lease().orElse(USUAL),
            spec.callbackExecutor(),
            listeners);
    if (first == null) {
      first = LocalLocks.create(new Time(spec.time().orElseThrow()), settings);
      return new Client(first);
    }
    return new Client(first.client(settings));
  }

  private record Time(ClientClock time) implements LocalClock {

    @Override
    public long nanoTime() {
      return time.nanoTime();
    }

    @Override
    public void parkUntil(Object blocker, long untilNanos) {
      time.parkUntil(blocker, untilNanos);
    }
  }

  @Override
  public List<TestServer> servers() {
    return List.of();
  }

  @Override
  public List<String> keys(String name) {
    return List.of();
  }

  @Override
  public String holderPattern() {
    throw new UnsupportedOperationException("there is no server");
  }

  @Override
  public boolean passesOn() {
    return false;
  }

  @Override
  public boolean acknowledgesInOrder() {
    return true;
  }

  @Override
  public boolean keepsOrderOfClients() {
    return true;
  }

  @Override
  public boolean keepsOrderOfArrival() {
    return true;
  }

  @Override
  public boolean keepsTestTime() {
    return true;
  }

  private record Client(LocalLocks locks) implements LockClient {

    @Override
    public DistributedLock lock(String name) {
      return locks.get(name);
    }

    @Override
    public DistributedLock lock(String name, AcquireOptions options) {
      return locks.get(name, options);
    }

    @Override
    public long arrivalOf(Hold hold) {
      return ((LocalHoldView) hold).arrival();
    }

    @Override
    public void close() {
      locks.close();
    }
  }
}
