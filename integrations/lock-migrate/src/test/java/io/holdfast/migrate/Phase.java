package io.holdfast.migrate;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Which locks a process has: the phases of a rolling deployment. */
enum Phase {
  OLD,
  BOTH,
  NEW;

  static final String NAME = "moving";

  /** Where Holdfast keeps it; Redisson's key is the name itself. */
  static final String NEW_KEY = "holdfast:lock:{" + NAME + "}";

  /** Of both locks. It outlasts a machine that stands still for a while. */
  static final Duration LEASE = Duration.ofSeconds(10);

  /** The lock of a process in this phase, with what it needs and nothing else. */
  Opened open(String uri) {
    return switch (this) {
      case OLD -> {
        RedissonClient redisson = redisson(uri);
        yield new Opened(redisson.getLock(NAME), redisson::shutdown);
      }
      case BOTH -> {
        RedissonClient redisson = redisson(uri);
        HoldfastClient client = holdfast(uri);
        yield new Opened(
            BothLocks.of(redisson.getLock(NAME), client.lock(NAME)),
            () -> {
              client.close();
              redisson.shutdown();
            });
      }
      case NEW -> {
        HoldfastClient client = holdfast(uri);
        yield new Opened(client.lock(NAME), client::close);
      }
    };
  }

  static RedissonClient redisson(String uri) {
    Config config = new Config();
    config.setThreads(2).setNettyThreads(2).setLockWatchdogTimeout(LEASE.toMillis());
    config
        .useSingleServer()
        .setAddress(uri)
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(4)
        .setSubscriptionConnectionMinimumIdleSize(1)
        .setSubscriptionConnectionPoolSize(2);
    return Redisson.create(config);
  }

  static HoldfastClient holdfast(String uri) {
    return HoldfastClient.connect(HoldfastSettings.builder().lease(LEASE).build(), uri);
  }

  /** A lock, and how to close its clients. */
  record Opened(Lock lock, Runnable closing) implements AutoCloseable {

    /** The token of the thread that has it; 0 with the old lock alone, which has none. */
    long token() {
      if (lock instanceof BothLocks both) {
        return both.token();
      }
      return lock instanceof DistributedLock alone ? alone.token() : 0;
    }

    @Override
    public void close() {
      closing.run();
    }
  }
}
