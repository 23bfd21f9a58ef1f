package io.holdfast.benchmarks.subject;

import io.lettuce.core.resource.EpollProvider;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RReadWriteLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.SingleServerConfig;
import org.redisson.config.TransportMode;

/**
 * Redisson's {@code RLock}, plain and fair, {@code RReadWriteLock} and semaphores, at its
 * documented best for one server.
 *
 * <table>
 *   <caption>Settings</caption>
 *   <tr><td>transport</td><td>EPOLL where there is one, as for the others; its default is NIO</td></tr>
 *   <tr><td>script cache</td><td>on: EVALSHA instead of the text</td></tr>
 *   <tr><td>connections</td><td>64, of which 24 idle: its defaults, one for each of 64 threads</td></tr>
 *   <tr><td>TCP no-delay</td><td>on, its default</td></tr>
 *   <tr><td>threads, Netty threads</td><td>16 and 32, its defaults</td></tr>
 *   <tr><td>lock watchdog</td><td>30 s, its default, and Holdfast's lease</td></tr>
 * </table>
 *
 * <p>A thread that waits for a read-write lock sometimes sleeps until a lease has run out, when
 * nobody else comes. Tests that cannot wait for that set the system property {@value #WATCHDOG}.
 */
final class RedissonSubject implements LockSubject {

  private static final String WATCHDOG = "benchmarks.redisson.watchdogMillis";
  private static final long WATCHDOG_MILLIS = 30_000;

  private final RedissonClient client;

  private RedissonSubject(RedissonClient client) {
    this.client = client;
  }

  static LockSubject open(String uri) {
    return new RedissonSubject(connect(uri, server -> {}));
  }

  /** The same settings, for each master of a cluster. */
  static LockSubject openCluster(String uri) {
    Config config = config(Duration.ofMillis(Long.getLong(WATCHDOG, WATCHDOG_MILLIS)));
    config
        .useClusterServers()
        .addNodeAddress(uri)
        .setMasterConnectionPoolSize(64)
        .setMasterConnectionMinimumIdleSize(24);
    return new RedissonSubject(Redisson.create(config));
  }

  /** Connects with the above settings and these. */
  static RedissonClient connect(String uri, Consumer<SingleServerConfig> more) {
    return connect(uri, Duration.ofMillis(Long.getLong(WATCHDOG, WATCHDOG_MILLIS)), more);
  }

  /** The same with another lock watchdog. */
  static RedissonClient connect(String uri, Duration watchdog, Consumer<SingleServerConfig> more) {
    Config config = config(watchdog);
    SingleServerConfig server =
        config
            .useSingleServer()
            .setAddress(uri)
            .setConnectionPoolSize(64)
            .setConnectionMinimumIdleSize(24);
    more.accept(server);
    return Redisson.create(config);
  }

  private static Config config(Duration watchdog) {
    Config config = new Config();
    config.setTransportMode(EpollProvider.isAvailable() ? TransportMode.EPOLL : TransportMode.NIO);
    config.setUseScriptCache(true);
    config.setTcpNoDelay(true);
    config.setLockWatchdogTimeout(watchdog.toMillis());
    return config;
  }

  @Override
  public LockHandle lock(String name) {
    return new Handle(client.getLock(name));
  }

  @Override
  public LockHandle fairLock(String name) {
    return new Handle(client.getFairLock(name));
  }

  @Override
  public ReadWriteHandle readWriteLock(String name) {
    RReadWriteLock lock = client.getReadWriteLock(name);
    return new ReadWriteHandle(new Handle(lock.readLock()), new Handle(lock.writeLock()));
  }

  @Override
  public PermitHandle semaphore(String name, int permits) {
    return RedissonPermits.of(client.getSemaphore(name), permits);
  }

  /** Not fair: there is only one kind. */
  @Override
  public PermitHandle fairSemaphore(String name, int permits) {
    return semaphore(name, permits);
  }

  @Override
  public PermitHandle permitPool(String name, int permits) {
    return RedissonPermits.of(client.getPermitExpirableSemaphore(name), permits);
  }

  @Override
  public void close() {
    client.shutdown();
  }

  record Handle(RLock delegate) implements LockHandle {

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
      return OptionalLong.empty();
    }
  }
}
