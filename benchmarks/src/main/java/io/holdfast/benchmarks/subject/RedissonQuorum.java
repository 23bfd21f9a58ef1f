package io.holdfast.benchmarks.subject;

import io.holdfast.lock.redlock.RedLockSettings;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;

/**
 * {@code RedissonRedLock} over an {@code RLock} of each node, of a client of its own with the
 * settings of {@link RedissonSubject}, but for how long it waits for one node: as long as Holdfast
 * does, and once. With its defaults, 3 s and four times more, a node that is away takes longer than
 * the whole round may, so that it begins again, and a lock of five nodes of which two are dead is
 * not had within minutes.
 */
final class RedissonQuorum {

  private static final int NODE_TIMEOUT_MILLIS =
      (int) RedLockSettings.defaults().nodeTimeout().toMillis();

  private static final int CONNECTING = 10;

  private RedissonQuorum() {}

  static LockSubject open(List<String> uris) {
    List<RedissonClient> clients = uris.stream().map(RedissonQuorum::connect).toList();
    LongAdder lost = new LongAdder();
    return new QuorumSubject(
        name -> new RedissonSubject.Handle(lock(clients, name, lost)),
        lost::sum,
        () -> clients.forEach(RedissonClient::shutdown));
  }

  /** Connecting has the same time-out, which a JVM that has just started may need longer than. */
  private static RedissonClient connect(String uri) {
    for (int left = CONNECTING; ; left--) {
      try {
        return RedissonSubject.connect(
            uri, server -> server.setTimeout(NODE_TIMEOUT_MILLIS).setRetryAttempts(0));
      } catch (RedisException e) {
        if (left == 1) {
          throw e;
        }
      }
    }
  }

  private static RLock lock(List<RedissonClient> clients, String name, LongAdder lost) {
    return new CountedRedLock(
        lost, clients.stream().map(client -> client.getLock(name)).toArray(RLock[]::new));
  }

  /**
   * Counts how often it gives back what it had got because it was no majority, or because it took
   * too long. A node that does not answer in time is counted by itself, so that this is right only
   * while all are well.
   */
  @SuppressWarnings("deprecation") // in favour of locks of one server: it has no other for several
  private static final class CountedRedLock extends RedissonRedLock {

    private final LongAdder lost;

    CountedRedLock(LongAdder lost, RLock... locks) {
      super(locks);
      this.lost = lost;
    }

    @Override
    protected void unlockInner(Collection<RLock> locks) {
      lost.increment();
      super.unlockInner(locks);
    }

    @Override
    public void unlock() {
      lost.decrement(); // it ends by the same way
      super.unlock();
    }
  }
}
