package io.holdfast.benchmarks.subject;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.core.HoldfastClient;
import java.util.OptionalLong;

/** Holdfast as it comes: default settings, the {@code Lock} view. */
final class HoldfastSubject implements LockSubject {

  private final HoldfastClient client;

  private HoldfastSubject(HoldfastClient client) {
    this.client = client;
  }

  static LockSubject open(String uri) {
    return new HoldfastSubject(HoldfastClient.connect(uri));
  }

  @Override
  public LockHandle lock(String name) {
    return new Handle(client.lock(name));
  }

  @Override
  public void close() {
    client.close();
  }

  private record Handle(DistributedLock delegate) implements LockHandle {

    @Override
    public void lock() {
      delegate.lock();
    }

    @Override
    public void unlock() {
      delegate.unlock();
    }

    @Override
    public OptionalLong token() {
      return OptionalLong.of(delegate.token());
    }
  }
}
