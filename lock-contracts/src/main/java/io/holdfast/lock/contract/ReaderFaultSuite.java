package io.holdfast.lock.contract;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites of readers' faults share: a server of the test's own, and a proxy between it and
 * the client behind {@link #pair}. The client behind {@link #others} reaches the server directly.
 *
 * <p>The names of the tests say which row of the catalogue of failures they test.
 */
@SuppressWarnings("LockNotBeforeTry") // nothing comes between them
public abstract class ReaderFaultSuite extends ReadWriteSuite implements FaultyWorld {

  private final List<LossCause> causes = new CopyOnWriteArrayList<>();

  RedisServer server;
  FaultProxy proxy;

  private final Resource resource = new Reader();

  @BeforeEach
  @Override
  void openWorld(@FreshServer TestServer fresh) {
    server = (RedisServer) fresh;
    proxy = FaultProxy.to(server).seed(1);
    super.openWorld(fresh);
    warmUp();
  }

  /** Without a release in the background the lock would not be free before the limit. */
  @Override
  ClientSpec spec() {
    return ClientSpec.defaults()
        .label("first")
        .lease(Duration.ofMinutes(10))
        .pace(ClientSpec.Pace.QUICK)
        .through(proxy.uri());
  }

  /** The settings as given: in this suite much is found out by asking again. */
  @Override
  ClientSpec refined(ClientSpec spec) {
    return spec;
  }

  @AfterEach
  @Override
  void closeWorld() {
    try {
      proxy.heal();
      super.closeWorld();
    } finally {
      proxy.close();
    }
  }

  /** The server knows the scripts, so that each verb is one command from now on. */
  private void warmUp() {
    read.lock();
    read.unlock();
  }

  /** The lock of this test, of one more client behind the proxy. */
  final DistributedReadWriteLock anotherBehindTheProxy() {
    return open(spec().label("second")).lock(name);
  }

  /** The lock of this test, of a client that reaches the server directly and asks again soon. */
  final DistributedReadWriteLock anotherThatAsksOften() {
    return open(ClientSpec.defaults().label("quick").pace(ClientSpec.Pace.QUICK)).lock(name);
  }

  /** The ids of the readers at the server. */
  final List<String> entries() {
    String key = fixture().keys(name).readers();
    String type = server.admin().text("TYPE", key);
    return switch (type) {
      case "none" -> List.of();
      case "zset" -> server.admin().texts("ZRANGE", key, "0", "-1");
      case "hash" -> server.admin().texts("HKEYS", key);
      case "set" -> server.admin().texts("SMEMBERS", key);
      default -> throw new AssertionError("readers in a " + type);
    };
  }

  /** Watches the hold for {@link #awaitLosses}. */
  final Hold watched(Hold hold) {
    hold.onLost(causes::add);
    return hold;
  }

  /** The hold of this thread, watched too. */
  final Hold watchedHoldOf(Actor holder, DistributedLock view) {
    return watched(holder.says(() -> view.currentHold().orElseThrow()));
  }

  /**
   * Waits until this many losses are reported; each is reported once, as otherwise there would be
   * more.
   */
  final void awaitLosses(int count, Duration limit) {
    Eventually.within(limit)
        .expect(count + " losses", () -> List.copyOf(causes), all -> all.size() >= count);
    stays(SHORT, "each is told once", () -> causes.size() == count);
  }

  @Override
  public final Faults faults() {
    return new Faults(this, server, proxy, resource);
  }

  private static TestThreads.Body turn(DistributedLock view) {
    return () -> {
      view.lock();
      view.unlock();
    };
  }

  /** The read lock, as what is taken and given back; a writer is the rival. */
  private final class Reader extends LockResource {

    @Override
    DistributedLock mine() {
      return read;
    }

    @Override
    DistributedLock rivals() {
      return othersWrite;
    }

    @Override
    void awaitFree() {
      awaitFreeAndUnwanted();
    }

    @Override
    public int taken() {
      return entries().size() + (others.isWriteLocked() ? 1 : 0);
    }

    @Override
    public int waiting() {
      return others.getQueueLength();
    }

    @Override
    public void renewClient(ClientSpec.Pace pace) {
      ReaderFaultSuite.this.renewClient(spec().pace(pace));
      warmUp();
      awaitFree(); // a reader keeps its entry for a moment
    }

    @Override
    public List<TestThreads.Body> turns() {
      return Stream.of(read, othersRead, write).map(ReaderFaultSuite::turn).toList();
    }
  }
}
