package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites of a pool's faults share: a server of the test's own, and a proxy between it and
 * the client behind {@link #pool}. The client behind {@link #others} reaches the server directly.
 *
 * <p>The names of the tests say which row of the catalogue of failures they test.
 */
public abstract class PoolFaultSuite extends PoolSuite implements FaultyWorld {

  /** More than half of the permits. */
  private static final int MOST = 3;

  RedisServer server;
  FaultProxy proxy;

  private final Resource resource = new Permits();

  @BeforeEach
  @Override
  void openWorld(@FreshServer TestServer fresh) {
    server = (RedisServer) fresh;
    proxy = FaultProxy.to(server).seed(1);
    super.openWorld(fresh);
    warmUp(pool);
    warmUp(others);
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

  @Override
  ClientSpec othersSpec() {
    return ClientSpec.defaults().label("other");
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

  /** The server knows the scripts on its connection, so that each is one command from now on. */
  private static void warmUp(PermitPool asked) {
    within(GIVEN_UP) // its time-outs are short, for a busy machine
        .isTrue("answered", () -> succeeds(() -> doEverythingOnce(asked)));
  }

  private static void doEverythingOnce(PermitPool asked) {
    Permit one = asked.tryAcquire(1).orElseThrow(() -> new LockServerException("none yet", null));
    try {
      one.extend(Lease.MINIMUM);
    } finally {
      one.close();
    }
    asked.inspect();
    asked.resize(SIZE);
  }

  /** The pool of this test, of one more client behind the proxy, that has done everything once. */
  final PermitPool anotherBehindTheProxy() {
    return anotherBehindTheProxy(spec().label("one-more"));
  }

  /** The pool of this test, of one more client behind the proxy, that has done everything once. */
  final PermitPool anotherBehindTheProxy(ClientSpec spec) {
    PermitPool fresh = open(spec).pool(name, SIZE);
    warmUp(fresh);
    awaitNothingUnderWay();
    return fresh;
  }

  /** Gives requests of the moment the time to arrive. */
  static void awaitNothingUnderWay() {
    stays(Duration.ofMillis(30), "nothing is under way", () -> true);
  }

  /** Whether the call returned normally; if not, its outcome may be unknown. */
  static boolean succeeds(Runnable call) {
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

    private final Deque<Permit> mine = new ConcurrentLinkedDeque<>();
    private final Deque<Permit> rivals = new ConcurrentLinkedDeque<>();

    @Override
    public void take() throws InterruptedException {
      mine.push(pool.acquire(MOST));
    }

    @Override
    public boolean tryTake() {
      return keeps(mine, pool.tryAcquire(MOST));
    }

    @Override
    public boolean tryTake(Duration time) throws InterruptedException {
      return keeps(mine, pool.tryAcquire(MOST, time));
    }

    private static boolean keeps(Deque<Permit> permits, Optional<Permit> most) {
      most.ifPresent(permits::push);
      return most.isPresent();
    }

    @Override
    public void give() {
      mine.pop().close();
    }

    @Override
    public void takeByRival() throws InterruptedException {
      rivals.push(others.acquire(MOST));
    }

    /** If it is not there, exactly the others are. */
    @Override
    public boolean tryTakeByRival() {
      if (out() > 0) {
        assertExactly(SIZE - out(), others);
      }
      return keeps(rivals, others.tryAcquire(MOST));
    }

    @Override
    public void giveByRival() {
      rivals.pop().close();
    }

    @Override
    public int held() {
      return (int) mine.stream().filter(Permit::isValid).count();
    }

    @Override
    public int taken() {
      int out = out();
      assertThat(out % MOST).as("a part of those that one takes: %s", out).isZero();
      return out / MOST;
    }

    @Override
    public int waiting() {
      return others.inspect().queueLength();
    }

    @Override
    public void renewClient(ClientSpec.Pace pace) {
      PoolFaultSuite.this.renewClient(spec().pace(pace));
      warmUp(pool);
      awaitNothingUnderWay();
    }

    @Override
    public void nothingLost() {
      awaitIdle();
      assertExactly(SIZE, others);
      assertThat(others.inspect().size()).isEqualTo(SIZE);
    }

    @Override
    public List<TestThreads.Body> calls() {
      return List.of(pool::acquire, pool::tryAcquire, () -> pool.resize(9));
    }

    @Override
    public List<TestThreads.Body> turns() {
      return List.of(
          () -> {
            for (int permits = 1; permits <= SIZE; permits++) {
              pool.acquire(permits).close();
            }
          });
    }
  }
}
