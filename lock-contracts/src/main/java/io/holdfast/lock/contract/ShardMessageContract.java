package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In a cluster, clients get their messages in the slot of the keys that they wait for. */
public abstract class ShardMessageContract {

  /** The cost of a waiter that gets no message. A third of it is far longer than {@link #SOON}. */
  protected static final Duration CLAIM = Duration.ofMinutes(3);

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String NAME = "shard";

  private SmallCluster cluster;
  private Pair pair;

  /** Two clients that wait for each other in turn. */
  public interface Pair extends AutoCloseable {

    /** This one of the two clients begins to wait. */
    CompletableFuture<?> begins(int who) throws Exception;

    /** The other client lets the waiter go on. */
    void letsGo() throws Exception;
  }

  /** Two clients of one lock. */
  protected static final class Locks implements Pair {

    private final List<? extends DistributedLock> locks;
    private final AutoCloseable clients;
    private @Nullable CompletableFuture<Hold> latest;
    private @Nullable Hold held;

    /**
     * The second client is the first owner.
     *
     * @param clients are closed at the end
     */
    public Locks(List<? extends DistributedLock> locks, AutoCloseable clients) {
      this.locks = locks;
      this.clients = clients;
    }

    @Override
    public CompletableFuture<Hold> begins(int who) throws Exception {
      if (latest == null) {
        latest = CompletableFuture.completedFuture(locks.get(1 - who).acquire());
      }
      CompletableFuture<Hold> before = latest;
      latest = locks.get(who).acquireAsync();
      held = before.get();
      return latest;
    }

    @Override
    public void letsGo() {
      Objects.requireNonNull(held).close();
    }

    @Override
    public void close() throws Exception {
      clients.close();
    }
  }

  /** Two clients of a cluster, with leases and claim leases of {@link #CLAIM}. */
  protected abstract Pair open(String uri, String name);

  /** The key of the queue. */
  protected abstract String queueKey(String name);

  @BeforeEach
  void start() {
    cluster = SmallCluster.start();
    Assumptions.assumeTrue(
        cluster.nodes().get(0).version().isAtLeast(7, 0), "before Redis 7 none is told so");
    pair = open(cluster.uri(), NAME);
  }

  @AfterEach
  void end() throws Exception {
    if (pair != null) {
      pair.close();
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
    RedisServer node =
        cluster.nodes().stream()
            .filter(one -> SmallCluster.isOn(one, NAME))
            .findAny()
            .orElseThrow();
    return node.admin().number("ZCOUNT", queueKey(NAME), "(0", "+inf");
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
