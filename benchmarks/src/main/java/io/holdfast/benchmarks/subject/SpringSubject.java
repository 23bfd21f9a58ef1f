package io.holdfast.benchmarks.subject;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/**
 * Spring Integration's {@code RedisLockRegistry}, in either of its modes. It has one class of lock,
 * and neither tokens nor anything else.
 *
 * <table>
 *   <caption>Settings</caption>
 *   <tr><td>connection</td><td>{@code LettuceConnectionFactory}, one shared connection, and in the
 *       mode {@code PUB_SUB_LOCK} one more: its defaults; Lettuce takes epoll where there is one
 *   </td></tr>
 *   <tr><td>lease</td><td>60 s, its default</td></tr>
 *   <tr><td>renewal</td><td>none, its default: with it every turn sends one command more</td></tr>
 *   <tr><td>between two tries</td><td>100 ms, its default, in the mode {@code SPIN_LOCK}</td></tr>
 *   <tr><td>threads</td><td>a cached pool, for every {@code unlock} and every message, as is its
 *       default, but ended by us</td></tr>
 *   <tr><td>names remembered</td><td>1,000,000, so that none is forgotten while it is used; its
 *       default is a tenth of that</td></tr>
 * </table>
 */
final class SpringSubject implements LockSubject {

  private static final int NAMES = 1_000_000;

  private final ClientResources resources;
  private final LettuceConnectionFactory connections;
  private final RedisLockRegistry registry;
  private final ExecutorService threads;

  private SpringSubject(
      ClientResources resources,
      LettuceConnectionFactory connections,
      RedisLockRegistry registry,
      ExecutorService threads) {
    this.resources = resources;
    this.connections = connections;
    this.registry = registry;
    this.threads = threads;
  }

  static LockSubject openSpinning(String uri) {
    return open(uri, RedisLockType.SPIN_LOCK);
  }

  static LockSubject openListening(String uri) {
    return open(uri, RedisLockType.PUB_SUB_LOCK);
  }

  private static LockSubject open(String uri, RedisLockType type) {
    ClientResources resources = DefaultClientResources.create();
    LettuceConnectionFactory connections =
        new LettuceConnectionFactory(
            LettuceConnectionFactory.createRedisConfiguration(RedisURI.create(uri)),
            LettuceClientConfiguration.builder()
                .clientResources(resources)
                .shutdownTimeout(Duration.ZERO)
                .build());
    connections.afterPropertiesSet();
    connections.start();
    RedisLockRegistry registry = new RedisLockRegistry(connections, "spring");
    registry.setRedisLockType(type);
    ExecutorService threads = Executors.newCachedThreadPool();
    registry.setExecutor(threads);
    registry.setCacheCapacity(NAMES);
    return new SpringSubject(resources, connections, registry, threads);
  }

  @Override
  public LockHandle lock(String name) {
    return new PlainLock(registry.obtain(name));
  }

  @Override
  public LockHandle fairLock(String name) {
    throw onlyLocks();
  }

  @Override
  public ReadWriteHandle readWriteLock(String name) {
    throw onlyLocks();
  }

  @Override
  public PermitHandle semaphore(String name, int permits) {
    throw onlyLocks();
  }

  @Override
  public PermitHandle fairSemaphore(String name, int permits) {
    throw onlyLocks();
  }

  @Override
  public PermitHandle permitPool(String name, int permits) {
    throw onlyLocks();
  }

  private static UnsupportedOperationException onlyLocks() {
    return new UnsupportedOperationException("Spring Integration has one kind of lock only");
  }

  @Override
  public void close() {
    registry.destroy();
    threads.shutdown(); // not before: it would end while messages still come
    connections.destroy();
    resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}
