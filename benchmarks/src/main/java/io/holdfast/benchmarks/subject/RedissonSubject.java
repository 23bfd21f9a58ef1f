package io.holdfast.benchmarks.subject;

import io.lettuce.core.resource.EpollProvider;
import java.util.OptionalLong;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.TransportMode;

/**
 * Redisson's {@code RLock}, at its documented best for one server.
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
 */
final class RedissonSubject implements LockSubject {

  private final RedissonClient client;

  private RedissonSubject(RedissonClient client) {
    this.client = client;
  }

  static LockSubject open(String uri) {
    Config config = new Config();
    config.setTransportMode(EpollProvider.isAvailable() ? TransportMode.EPOLL : TransportMode.NIO);
    config.setUseScriptCache(true);
    config.setTcpNoDelay(true);
    config
        .useSingleServer()
        .setAddress(uri)
        .setConnectionPoolSize(64)
        .setConnectionMinimumIdleSize(24);
    return new RedissonSubject(Redisson.create(config));
  }

  @Override
  public LockHandle lock(String name) {
    return new Handle(client.getLock(name));
  }

  @Override
  public void close() {
    client.shutdown();
  }

  private record Handle(RLock delegate) implements LockHandle {

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
