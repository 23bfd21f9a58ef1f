package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites of a semaphore's faults share: a server of the test's own, and a proxy between it
 * and the client behind {@link #semaphore}. The other two reach the server directly.
 */
public abstract class SemaphoreFaultSuite extends SemaphoreSuite implements FaultyWorld {

  /** More than half of the permits. */
  private static final int MOST = 2;

  RedisServer server;
  FaultProxy proxy;

  private final Resource resource = new Permits();

  @BeforeEach
  @Override
  void openWorld(@FreshServer TestServer fresh) {
    server = (RedisServer) fresh;
    proxy = FaultProxy.to(server).seed(1);
    super.openWorld(fresh);
    warmUp();
  }

  /** The server knows the scripts from now on. */
  private void warmUp() {
    semaphore.acquireUninterruptibly();
    semaphore.release();
    awaitAvailable(PERMITS, GIVEN_UP); // its time-outs are short, for a busy machine
  }

  @Override
  ClientSpec spec() {
    return ClientSpec.defaults().label("first").pace(ClientSpec.Pace.QUICK).through(proxy.uri());
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

  /** Waits until the client behind the proxy is answered again. */
  final void awaitAnswering() {
    within(GIVEN_UP).isTrue("it is answered", () -> isDone(semaphore::availablePermits));
  }

  /** Whether the call succeeded; it does not if the server is away. */
  static boolean isDone(TestThreads.Body call) throws Exception {
    try {
      call.run();
      return true;
    } catch (LockServerException e) {
      return false;
    }
  }

  @Override
  public final Faults faults() {
    return new Faults(this, server, proxy, resource);
  }

  /** More than half of the permits, as what is taken and given back. */
  private final class Permits implements Resource {

    /** A semaphore does not know whose its permits are. */
    private final AtomicInteger held = new AtomicInteger();

    @Override
    public void take() throws InterruptedException {
      semaphore.acquire(MOST);
      held.incrementAndGet();
    }

    @Override
    public boolean tryTake() {
      return counted(semaphore.tryAcquire(MOST));
    }

    @Override
    public boolean tryTake(Duration time) throws InterruptedException {
      return counted(semaphore.tryAcquire(MOST, time));
    }

    private boolean counted(boolean hasIt) {
      held.addAndGet(hasIt ? 1 : 0);
      return hasIt;
    }

    @Override
    public void give() {
      semaphore.release(MOST);
      held.decrementAndGet();
    }

    @Override
    public void takeByRival() throws InterruptedException {
      others.acquire(MOST);
    }

    @Override
    public boolean tryTakeByRival() {
      return others.tryAcquire(MOST);
    }

    @Override
    public void giveByRival() {
      others.release(MOST);
    }

    @Override
    public int held() {
      return held.get();
    }

    @Override
    public int taken() {
      int out = PERMITS - watcher.availablePermits();
      assertThat(out % MOST).as("a part of those that one takes: %s", out).isZero();
      return out / MOST;
    }

    @Override
    public int waiting() {
      return watcher.getQueueLength();
    }

    @Override
    public void renewClient(ClientSpec.Pace pace) {
      SemaphoreFaultSuite.this.renewClient(spec().pace(pace));
      warmUp();
    }

    @Override
    public void nothingLost() {
      eventually().expect("nobody waits", watcher::getQueueLength, n -> n == 0);
      settlesAt(PERMITS, GIVEN_UP);
    }

    @Override
    public boolean grantNeedsNoAnswer() {
      return false; // it is confirmed
    }

    @Override
    public List<TestThreads.Body> calls() {
      return List.of(
          semaphore::acquire,
          semaphore::tryAcquire,
          () -> semaphore.tryAcquire(1, TimeUnit.SECONDS),
          semaphore::release,
          semaphore::drainPermits);
    }

    @Override
    public List<TestThreads.Body> turns() {
      return List.of(
          () -> {
            semaphore.acquire(2);
            semaphore.release(2);
            semaphore.addPermits(1);
            semaphore.reducePermits(1);
          });
    }
  }
}
