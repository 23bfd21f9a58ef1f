package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * In a cluster, clients get their messages in the slot of the keys that they wait for. A kind
 * claims {@link OfLocks} or its siblings.
 *
 * @param <F> how the suite gets at the kind
 */
public abstract class ShardMessageContract<F> implements OfKind<F> {

  /** The cost of a waiter that gets no message. A third of it is far longer than {@link #SOON}. */
  private static final Duration CLAIM = Duration.ofMinutes(3);

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String NAME = "shard";

  private static final ClientSpec SPEC =
      ClientSpec.defaults()
          .lease(CLAIM)
          .pace(new ClientSpec.Pace(CLAIM, Duration.ofSeconds(2), Duration.ofMinutes(1)))
          .ofCluster();

  private final List<AutoCloseable> clients = new ArrayList<>();
  private SmallCluster cluster;
  private Pair pair;

  /** Two clients that wait for each other in turn. */
  interface Pair {

    /** This one of the two clients begins to wait. */
    CompletableFuture<?> begins(int who) throws Exception;

    /** The other client lets the waiter go on. */
    void letsGo() throws Exception;
  }

  /** Two clients that hand on what they have, until it is closed; the second is the first owner. */
  private static final class Handing<R, T extends AutoCloseable> implements Pair {

    private final List<R> clients;
    private final Function<R, CompletableFuture<T>> acquires;
    private CompletableFuture<T> latest;
    private CompletableFuture<T> before;

    Handing(List<R> clients, Function<R, CompletableFuture<T>> acquires) {
      this.clients = clients;
      this.acquires = acquires;
      latest = acquires.apply(clients.get(1));
      before = latest;
    }

    @Override
    public CompletableFuture<T> begins(int who) throws Exception {
      before = latest;
      before.get();
      latest = acquires.apply(clients.get(who));
      return latest;
    }

    @Override
    public void letsGo() throws Exception {
      before.get().close();
    }
  }

  /** Locks. */
  public abstract static class OfLocks extends ShardMessageContract<LockFixture> {

    @Override
    Pair open(LockFixture fixture, ClientSpec spec) {
      return new Handing<>(
          two(() -> fixture.open(spec), client -> client.lock(NAME)),
          (DistributedLock lock) -> lock.acquireAsync());
    }
  }

  /** Permits that are leased. */
  public abstract static class OfPools extends ShardMessageContract<PoolFixture> {

    @Override
    Pair open(PoolFixture fixture, ClientSpec spec) {
      return new Handing<>(
          two(() -> fixture.open(spec), client -> client.pool(NAME, 1)),
          (PermitPool pool) -> pool.acquireAsync());
    }
  }

  /** Permits that are not leased. */
  public abstract static class OfSemaphores extends ShardMessageContract<SemaphoreFixture> {

    @Override
    Pair open(SemaphoreFixture fixture, ClientSpec spec) {
      List<DistributedSemaphore> semaphores =
          two(() -> fixture.open(spec), client -> client.semaphore(NAME, 0, fixture.isFair()));
      return new Pair() {

        private int waiter;

        @Override
        public CompletableFuture<?> begins(int who) {
          waiter = who;
          return semaphores.get(who).acquireAsync();
        }

        @Override
        public void letsGo() {
          semaphores.get(1 - waiter).release();
        }
      };
    }
  }

  /** Latches: for each turn there is another one of the same name. */
  public abstract static class OfLatches extends ShardMessageContract<LatchFixture> {

    @Override
    Pair open(LatchFixture fixture, ClientSpec spec) {
      List<DistributedCountDownLatch> latches =
          two(() -> fixture.open(spec), client -> client.latch(NAME, 1));
      return new Pair() {

        private int waiter;

        @Override
        public CompletableFuture<?> begins(int who) {
          waiter = who;
          latches.get(who).delete();
          return latches.get(who).awaitAsync();
        }

        @Override
        public void letsGo() {
          latches.get(1 - waiter).countDown();
        }
      };
    }
  }

  /** The resource, of two clients as specified. */
  abstract Pair open(F fixture, ClientSpec spec);

  /** Opens two clients, which are closed when the test is over. */
  final <C extends AutoCloseable, R> List<R> two(Supplier<C> opens, Function<C, R> resource) {
    return Stream.generate(opens).limit(2).peek(clients::add).map(resource).toList();
  }

  @BeforeEach
  void start() {
    cluster = SmallCluster.start();
    Assumptions.assumeTrue(
        cluster.nodes().get(0).version().isAtLeast(7, 0), "before Redis 7 none is told so");
    pair = open(fixture(cluster.nodes().get(0)), SPEC.through(cluster.uri()));
  }

  @AfterEach
  void end() throws Exception {
    for (AutoCloseable client : clients) {
      client.close();
    }
    cluster.close();
  }

  private void cross(int times) throws Exception {
    for (int i = 0; i < times; i++) {
      CompletableFuture<?> waiter = pair.begins(i % 2);
      eventually().isTrue("it waits", () -> waiting() == 1);
      pair.letsGo();
      waiter.get(SOON.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private long waiting() {
    return sum(
        node ->
            node.keys("holdfast:*q:{" + NAME + "}").stream() // the queue, whatever its kind
                .mapToLong(queue -> node.admin().number("ZCOUNT", queue, "(0", "+inf"))
                .sum());
  }

  private long sum(ToLongFunction<RedisServer> of) {
    return cluster.nodes().stream().mapToLong(of).sum();
  }

  private long listening() {
    return sum(node -> node.admin().texts("PUBSUB", "SHARDCHANNELS").size());
  }

  /** How many messages the nodes have sent to each other. */
  private long onTheBus() {
    return sum(
        node ->
            node.admin()
                .text("CLUSTER", "INFO")
                .lines()
                .filter(line -> line.startsWith("cluster_stats_messages_publish_sent:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .sum());
  }

  @Test
  void waiters_ofTwoClients_sendNothingToOtherNodes() throws Exception {
    cross(2);
    eventually().isTrue("both listen in the slot", () -> listening() == 2);
    cross(2); // now both ask as listeners in the slot
    long before = onTheBus();
    cross(20);
    assertThat(onTheBus()).isEqualTo(before);
  }

  @Test
  @DisplayName("failure 195: the server does not let a script publish outside its slot")
  void waiters_serverRefusesPublish_areToldInTheSlot() throws Exception {
    cluster.nodes().forEach(node -> node.admin().text("ACL", "SETUSER", "default", "-publish"));
    cross(8);
  }
}
