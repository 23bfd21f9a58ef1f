package io.holdfast.benchmarks.subject;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.semaphore.Semaphores;
import io.holdfast.micrometer.HoldfastMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
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

  static LockSubject openCluster(String uri) {
    HoldfastSettings settings = HoldfastSettings.builder().cluster().build();
    return new HoldfastSubject(HoldfastClient.connect(settings, uri));
  }

  static LockSubject openHeard(String uri) {
    HoldfastSettings settings =
        HoldfastSettings.builder().directListener(new LockListener() {}).build();
    return new HoldfastSubject(HoldfastClient.connect(settings, uri));
  }

  static LockSubject openLingering(String uri) {
    HoldfastSettings settings = HoldfastSettings.builder().linger(Duration.ofMillis(5)).build();
    return new HoldfastSubject(HoldfastClient.connect(settings, uri));
  }

  static LockSubject openMetered(String uri) {
    HoldfastMetrics metrics = HoldfastMetrics.of(new SimpleMeterRegistry());
    HoldfastSettings settings = metrics.listenTo(HoldfastSettings.builder()).build();
    return new HoldfastSubject(metrics.bind(HoldfastClient.connect(settings, uri)));
  }

  @Override
  public LockHandle lock(String name) {
    return new Handle(client.lock(name));
  }

  @Override
  public LockHandle fairLock(String name) {
    return new Handle(new FairLocks(client).get(name));
  }

  @Override
  public ReadWriteHandle readWriteLock(String name) {
    DistributedReadWriteLock lock = new ReadWriteLocks(client).get(name);
    return new ReadWriteHandle(new Handle(lock.readLock()), new Handle(lock.writeLock()));
  }

  @Override
  public PermitHandle semaphore(String name, int permits) {
    return HoldfastPermits.of(new Semaphores(client).get(name, permits));
  }

  @Override
  public PermitHandle fairSemaphore(String name, int permits) {
    return HoldfastPermits.of(new Semaphores(client).get(name, permits, true));
  }

  @Override
  public PermitHandle permitPool(String name, int permits) {
    return HoldfastPermits.of(new Semaphores(client).pool(name, permits));
  }

  @Override
  public void close() {
    client.close();
  }

  record Handle(DistributedLock delegate) implements LockHandle {

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
