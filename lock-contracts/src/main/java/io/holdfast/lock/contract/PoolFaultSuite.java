package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.proxy.When;
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

  /** A client is served again within this time, also on a slow machine. */
  static final Duration GIVEN_UP = FaultSuite.GIVEN_UP;

  /** Within this time a client gives up a mute connection and has set up the next. */
  static final Duration MUTE_AT_MOST = FaultSuite.MUTE_AT_MOST;

  /** More than half of the permits. */
  private static final int MOST = 3;

  RedisServer server;
  FaultProxy proxy;

  private final Resource resource = new Permits();

  /** The point of a request, or of its answer, at which the network breaks. */
  enum Point {
    BEFORE_IT_ARRIVES,
    ANSWER_CUT_IN_ORDER,
    ANSWER_CUT,
    ANSWER_LOST,
    AFTER_THE_ANSWER;

    Rule breaks(When when) {
      return switch (this) {
        case BEFORE_IT_ARRIVES -> when.cutBefore(Cut.RST);
        case ANSWER_CUT_IN_ORDER -> when.cutInsteadOfReply(Cut.FIN);
        case ANSWER_CUT -> when.cutInsteadOfReply(Cut.RST);
        case ANSWER_LOST -> when.dropReply();
        case AFTER_THE_ANSWER -> when.cutAfterReply(Cut.RST);
      };
    }
  }

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
    stays(Duration.ofMillis(30), "nothing is under way", () -> true);
    return fresh;
  }

  /** Breaks the next request of a client behind the proxy at this point. */
  final Rule breakNext(Point point) {
    return point.breaks(proxy.when(Command.script()));
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
      Optional<Permit> most = pool.tryAcquire(MOST);
      most.ifPresent(mine::push);
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

    @Override
    public void giveByRival() {
      rivals.pop().close();
    }

    @Override
    public int held() {
      return mine.size();
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
    public void nothingLost() {
      awaitIdle();
      assertExactly(SIZE, others);
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
