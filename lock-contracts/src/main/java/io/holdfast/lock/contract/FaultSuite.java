package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites of faults share: a server of the test's own, and a proxy between it and the
 * client behind {@link #lock}. The client behind {@link #others} reaches the server directly.
 *
 * <p>The names of the tests say which row of the catalogue of failures they test.
 */
@SuppressWarnings("LockNotBeforeTry") // nothing comes between them
public abstract class FaultSuite extends ContractSuite implements FaultyWorld {

  /** Within this time a client gives up a mute connection and has set up the next. */
  static final Duration MUTE_AT_MOST = Duration.ofSeconds(6);

  /** A client is served again within this time, also on a slow machine. */
  static final Duration GIVEN_UP = MUTE_AT_MOST.plus(AT_ONCE);

  RedisServer server;
  FaultProxy proxy;

  private final Resource resource = new TheLock();

  @BeforeEach
  @Override
  void openWorld(@FreshServer(clock = true, clockIsOptional = true) TestServer fresh) {
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
    lock.lock();
    lock.unlock();
  }

  /** The next request of a client behind the proxy. */
  static Command nextRequest() {
    return Command.script();
  }

  @Override
  public final Faults faults() {
    return new Faults(this, server, proxy, resource);
  }

  /** The lock, as what is taken and given back. */
  private final class TheLock implements Resource {

    @Override
    public void take() {
      lock.lock();
    }

    @Override
    public boolean tryTake() {
      return lock.tryLock();
    }

    @Override
    public void give() {
      lock.unlock();
    }

    @Override
    public void takeByRival() {
      others.lock();
    }

    @Override
    public void giveByRival() {
      others.unlock();
    }

    @Override
    public int held() {
      return lock.getHoldCount();
    }

    @Override
    public int taken() {
      return others.isLocked() ? 1 : 0;
    }

    @Override
    public int waiting() {
      return others.inspect().queueLength();
    }

    @Override
    public void nothingLost() {
      awaitFreeAndUnwanted();
    }

    @Override
    public List<TestThreads.Body> calls() {
      return List.of(lock::lock, lock::tryLock, lock::lockInterruptibly);
    }

    @Override
    public boolean grantIsEnough() {
      return fixture().grantIsEnough();
    }
  }
}
