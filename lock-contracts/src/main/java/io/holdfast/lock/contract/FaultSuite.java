package io.holdfast.lock.contract;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
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

  @Override
  public final Faults faults() {
    return new Faults(this, server, proxy, resource);
  }

  /** The lock, as what is taken and given back. */
  private final class TheLock extends LockResource {

    @Override
    DistributedLock mine() {
      return lock;
    }

    @Override
    DistributedLock rivals() {
      return others;
    }

    @Override
    void awaitFree() {
      awaitFreeAndUnwanted();
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
    public void renewClient(ClientSpec.Pace pace) {
      FaultSuite.this.renewClient(spec().pace(pace));
      warmUp();
    }

    @Override
    public boolean grantIsEnough() {
      return fixture().grantIsEnough();
    }
  }
}
