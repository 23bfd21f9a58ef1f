package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.ReplicatedCluster;
import io.holdfast.lock.testkit.topology.SlotMove;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In a cluster, messages to clients that wait stay in the shard of the lock. */
class SlotInboxIT {

  private static final String NAME = "slot";

  /** The cost of a waiter that cannot be notified. */
  private static final Duration CLAIM = Duration.ofMinutes(3);

  private static final Duration ASKS_OFTEN = Duration.ofSeconds(6); // every 2 s

  /** Far less than a third of that: a waiter that was not told would ask by itself then. */
  private static final int SOON_SECONDS = 20;

  private final List<AutoCloseable> opened = new ArrayList<>();
  private SmallCluster cluster;

  private <T extends AutoCloseable> T opened(T it) {
    opened.add(it);
    return it;
  }

  @BeforeEach
  void start() {
    cluster = opened(SmallCluster.start());
    Assumptions.assumeTrue(
        cluster.nodes().get(0).version().isAtLeast(7, 0), "before Redis 7 there are none");
  }

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private DistributedLock lockOfAClient() {
    return client().lock(NAME);
  }

  private HoldfastClient client() {
    return client(cluster.uri());
  }

  private HoldfastClient client(String uri) {
    return client(uri, CLAIM);
  }

  private HoldfastClient client(String uri, Duration claim) {
    return opened(
        HoldfastClient.connect(
            HoldfastSettings.builder()
                .cluster()
                .lease(CLAIM)
                .claimLease(claim)
                .commandTimeout(claim.dividedBy(3))
                .build(),
            uri));
  }

  /** How many listen in slots. */
  private int listening() {
    return cluster.nodes().stream().mapToInt(SlotInboxIT::listeningAt).sum();
  }

  private static int listeningAt(RedisServer node) {
    return node.admin().texts("PUBSUB", "SHARDCHANNELS").size();
  }

  /** How many messages the nodes have sent to each other. */
  private long onTheBus() {
    return cluster.nodes().stream().mapToLong(SlotInboxIT::sentBy).sum();
  }

  private static long sentBy(RedisServer node) {
    return node.admin()
        .text("CLUSTER", "INFO")
        .lines()
        .filter(line -> line.startsWith("cluster_stats_messages_publish_sent:"))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
        .sum();
  }

  /** Both take it in turn: the holder passes it on when the other one waits. */
  private void cross(DistributedLock one, DistributedLock other, int times) throws Exception {
    Hold hold = one.acquire();
    for (int i = 0; i < times; i++) {
      DistributedLock next = i % 2 == 0 ? other : one;
      CompletableFuture<Hold> waiting = next.acquireAsync();
      eventually().isTrue("the other one waits", () -> one.inspect().queueLength() == 1);
      hold.close();
      hold = waiting.get(SOON_SECONDS, TimeUnit.SECONDS);
    }
    hold.close();
  }

  private void bothListen(DistributedLock one, DistributedLock other) throws Exception {
    cross(one, other, 2);
    eventually().isTrue("both listen in the slot", () -> listening() == 2);
  }

  @Test
  void freeLocks_ofManyNames_needNoSubscription() {
    HoldfastClient client =
        opened(HoldfastClient.connect(HoldfastSettings.builder().cluster().build(), cluster.uri()));
    long before = onTheBus();
    List<Hold> holds = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      holds.add(client.lock("free-" + i).tryAcquire().orElseThrow());
    }
    holds.forEach(Hold::close);
    assertThat(listening()).isZero();
    assertThat(onTheBus()).isEqualTo(before);
  }

  @Test
  @DisplayName("failure 190: the slot of a lock moves, and with it goes where its waiters listen")
  void waiters_slotMoves_areToldAtItsNewNode() throws Exception {
    DistributedLock one = lockOfAClient();
    DistributedLock other = lockOfAClient();
    bothListen(one, other);
    for (int i = 0; i < 3; i++) {
      Hold hold = one.acquire();
      CompletableFuture<Hold> waiting = other.acquireAsync();
      eventually().isTrue("the other one waits", () -> one.inspect().queueLength() == 1);
      cluster.moveSlotOf(NAME);
      hold.close();
      waiting.get(SOON_SECONDS, TimeUnit.SECONDS).close();
      bothListen(one, other);
      long before = onTheBus();
      cross(one, other, 10);
      assertThat(onTheBus()).isEqualTo(before);
    }
  }

  @Test
  @DisplayName("failure 191: in a cluster, dead waiters at the head of the queue")
  void waiters_thatListenedInTheSlotAndWereKilled_costNothing() throws Exception {
    DistributedLock one = lockOfAClient();
    DistributedLock other = lockOfAClient();
    bothListen(one, other);
    JvmProcess killed =
        opened(
            JvmProcess.start(
                LockWorker.class,
                cluster.uri(),
                NAME,
                Long.toString(CLAIM.toMillis()),
                Long.toString(CLAIM.toMillis()),
                "cluster"));
    killed.awaitLine("ready");
    Hold hold = one.acquire();
    killed.send("lock");
    eventually().isTrue("it waits", () -> one.inspect().queueLength() == 1);
    eventually().isTrue("it listens in the slot", () -> listening() == 3);
    hold.close();
    killed.awaitLine("locked .*");
    killed.send("unlock");
    killed.awaitLine("unlocked");
    hold = one.acquire();
    killed.send("lock");
    eventually().isTrue("it waits again", () -> one.inspect().queueLength() == 1);
    CompletableFuture<Hold> next = other.acquireAsync();
    eventually().isTrue("two wait", () -> one.inspect().queueLength() == 2);
    killed.kill();
    eventually().isTrue("the server knows", () -> listening() == 2);

    hold.close();

    next.get(SOON_SECONDS, TimeUnit.SECONDS).close();
  }

  @Test
  @DisplayName("failure 192: the user may not listen in slots")
  void waiters_userMayNotListenInSlots_areToldByTheirInbox() throws Exception {
    cluster
        .nodes()
        .forEach(
            node -> node.admin().text("ACL", "SETUSER", "default", "-ssubscribe", "-spublish"));
    try (CapturedLog log = CapturedLog.begin()) {
      DistributedLock one = lockOfAClient();
      DistributedLock other = lockOfAClient();
      cross(one, other, 4);
      eventually().isTrue("both have said so", () -> log.lines("messages to waiters") == 2);
      cross(one, other, 4);
      assertThat(listening()).isZero();
      assertThat(log.lines("WARN", "messages to waiters go to every node", "+ssubscribe"))
          .isEqualTo(2);
    }
  }

  /** How often a script was not allowed to publish in a slot. */
  private long refusals() {
    return cluster.nodes().stream()
        .flatMap(node -> node.admin().text("INFO", "commandstats").lines())
        .filter(line -> line.startsWith("cmdstat_spublish:"))
        .mapToLong(line -> Long.parseLong(line.replaceFirst(".*rejected_calls=(\\d+).*", "$1")))
        .sum();
  }

  @Test
  @DisplayName("failure 196: the user may listen in slots, and not publish there")
  void waiters_userMayNotPublishInSlots_areToldByTheirInbox() throws Exception {
    cluster.nodes().forEach(node -> node.admin().text("ACL", "SETUSER", "default", "-spublish"));
    DistributedLock one = client(cluster.uri(), ASKS_OFTEN).lock(NAME);
    DistributedLock other = client(cluster.uri(), ASKS_OFTEN).lock(NAME);
    findsOut(one, other);
    findsOut(other, one);
    eventually().isTrue("nobody listens", () -> listening() == 0);
    long before = refusals();
    cross(one, other, 10);
    assertThat(listening()).isZero();
    assertThat(refusals()).isEqualTo(before);
  }

  /** Waits until it knows that it may not publish: it waits for long enough to ask again. */
  private void findsOut(DistributedLock waiter, DistributedLock owner) throws Exception {
    long before = refusals();
    Hold hold = owner.acquire();
    CompletableFuture<Hold> waiting = waiter.acquireAsync();
    eventually().isTrue("it has been tried", () -> refusals() > before);
    hold.close();
    waiting.get(SOON_SECONDS, TimeUnit.SECONDS).close();
  }

  @Test
  void close_leavesNobodyListening() throws Exception {
    HoldfastClient one = client();
    HoldfastClient other = client();
    bothListen(one.lock(NAME), other.lock(NAME));
    one.close();
    other.close();
    eventually().isTrue("nobody listens", () -> listening() == 0);
    eventually()
        .isTrue(
            "no connection is left",
            () ->
                cluster.nodes().stream()
                    .noneMatch(
                        node -> node.admin().text("CLIENT", "LIST").contains("name=holdfast")));
  }

  @Test
  @DisplayName("failure 197: a replica takes the place of the master at which clients listen")
  void waiter_replicaTakesOver_isToldAtTheNewMaster() throws Exception {
    ReplicatedCluster replicated = opened(ReplicatedCluster.start());
    String name = replicated.nameOn(replicated.original(), "slot-");
    DistributedLock one = client(replicated.uri()).lock(name);
    DistributedLock other = client(replicated.uri()).lock(name);
    cross(one, other, 2);
    eventually().isTrue("both listen", () -> listeningAt(replicated.original()) == 2);
    Hold hold = one.acquire();
    CompletableFuture<Hold> waiting = other.acquireAsync();
    eventually().isTrue("the other one waits", () -> one.inspect().queueLength() == 1);
    replicated.awaitInSync();
    replicated.takeOver();
    replicated.awaitDemoted();

    hold.close();

    waiting.get(SOON_SECONDS, TimeUnit.SECONDS).close();
    cross(one, other, 2);
    eventually().isTrue("both listen", () -> listeningAt(replicated.replica()) == 2);
  }

  /** Ends what listens in slots, and nothing else. */
  private void cutSlotInboxes() {
    for (RedisServer node : cluster.nodes()) {
      node.admin()
          .text("CLIENT", "LIST")
          .lines()
          .filter(line -> line.matches(".* ssub=[1-9].*"))
          .map(line -> line.replaceFirst("^id=(\\d+) .*", "$1"))
          .forEach(id -> node.admin().command("CLIENT", "KILL", "ID", id));
    }
  }

  @Test
  @DisplayName("failure 193: the connection that a client listens over in several slots is cut")
  void waiters_connectionIsCut_areToldAgain() throws Exception {
    HoldfastClient one = client();
    HoldfastClient other = client();
    List<String> names = List.of("a", "b", "c", "d", "e"); // some of them at one node
    for (String name : names) {
      cross(one.lock(name), other.lock(name), 2);
    }
    eventually().isTrue("they listen", () -> listening() == 2 * names.size());
    for (int i = 0; i < 3; i++) {
      List<Hold> holds = new ArrayList<>();
      List<CompletableFuture<Hold>> waiting = new ArrayList<>();
      for (String name : names) {
        holds.add(one.lock(name).acquire());
        waiting.add(other.lock(name).acquireAsync());
        eventually()
            .isTrue("the other one waits", () -> one.lock(name).inspect().queueLength() == 1);
      }
      cutSlotInboxes();
      eventually().isTrue("they listen again", () -> listening() == 2 * names.size());
      holds.forEach(Hold::close);
      for (CompletableFuture<Hold> each : waiting) {
        each.get(SOON_SECONDS, TimeUnit.SECONDS).close();
      }
    }
  }

  @Test
  @DisplayName(
      "failure 194: a lock is handed over while its slot moves, when nobody can listen there")
  void waiter_slotIsMoving_isToldByItsOtherInbox() throws Exception {
    DistributedLock one = lockOfAClient();
    DistributedLock other = lockOfAClient();
    bothListen(one, other);
    Hold hold = one.acquire();
    CompletableFuture<Hold> waiting = other.acquireAsync();
    eventually().isTrue("the other one waits", () -> one.inspect().queueLength() == 1);
    SlotMove move = cluster.beginMoveOf(NAME);
    move.moveKeys();
    hold.close();
    waiting.get(SOON_SECONDS, TimeUnit.SECONDS).close();
    move.end();
    bothListen(one, other);
  }
}
