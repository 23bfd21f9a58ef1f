package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A signal comes while the inboxes of some waiters are away. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop"}) // a failed test ends its clients
class DeafSleeperIT {

  private static final String LOCK = "holdfast:lock:{deaf}";
  private static final String QUEUE = "holdfast:lockq:{deaf}";
  private static final String HOLDER = "holder:1:300000";
  private static final long PARKED = 1L << 52;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final HoldfastSettings LONG =
      HoldfastSettings.builder()
          .lease(Duration.ofMinutes(30))
          .claimLease(Duration.ofMinutes(5))
          .build();

  private RedisServer server;

  @BeforeEach
  void takeServer(@FreshServer RedisServer fresh) {
    server = fresh;
  }

  // ---- the script alone

  /** They wait for a signal, in this order. */
  private void park(String... ids) {
    server.admin().command("HSET", LOCK, "id", HOLDER, "token", "1", "last", "2");
    server.admin().command("ZADD", QUEUE, "-1000", "#seq");
    for (int i = 0; i < ids.length; i++) {
      server.admin().command("ZADD", QUEUE, Long.toString(PARKED + 10 + i), ids[i]);
    }
  }

  private void heard(String client, Duration ago) {
    long micros = Long.parseLong(server.admin().texts("TIME").get(0)) * 1_000_000;
    server.admin().command("ZADD", QUEUE, Long.toString(ago.toNanos() / 1000 - micros), client);
  }

  private void signal(String flags) {
    server
        .admin()
        .command(
            "EVAL",
            LockScripts.EXCLUSIVE.signal().text(),
            "2",
            LOCK,
            QUEUE,
            HOLDER,
            flags,
            "i:",
            "=c");
  }

  private List<String> parked() {
    return server.admin().texts("ZRANGE", QUEUE, "(" + PARKED, "+inf", "BYSCORE");
  }

  private List<String> queued() {
    return server.admin().texts("ZRANGE", QUEUE, "(0", "(" + PARKED, "BYSCORE");
  }

  @Test
  @DisplayName("failure 122: a signal while nobody listens is for the first")
  void signal_nobodyListens_movesTheFirstAndLeavesTheOthers() {
    park("a:1:300000:=c", "b:1:300000:=c", "a:2:300000:=c");
    heard("a", Duration.ZERO);
    heard("b", Duration.ZERO);

    signal("");

    assertThat(queued()).containsExactly("a:1:300000:=c");
    assertThat(parked()).containsExactly("b:1:300000:=c", "a:2:300000:=c");
  }

  @Test
  @DisplayName("failure 122: a signal is for one that listens, and deaf ones stay")
  void signal_anotherListens_leavesThoseWhoseInboxIsAway() {
    park("a:1:300000:=c", "a:2:300000:=d", "b:1:300000:=c", "a:3:300000:=c");
    heard("a", Duration.ZERO);
    heard("b", Duration.ZERO);
    try (RespSubscriber inbox = RespSubscriber.channels(server.uri(), "i:b")) {
      assertThat(inbox.messages()).isEmpty();
      signal("");
    }

    assertThat(queued()).containsExactly("b:1:300000:=c");
    assertThat(parked()).containsExactly("a:1:300000:=c", "a:2:300000:=d", "a:3:300000:=c");
  }

  @Test
  @DisplayName("failure 122: signalAll is for all that are not silent, in their order")
  void signalAll_someInboxesAreAway_movesAllInTheirOrder() {
    park("a:1:300000:=c", "b:1:300000:=c", "silent:1:300000:=c", "a:2:300000:=c");
    heard("a", Duration.ZERO);
    heard("b", Duration.ZERO);
    heard("silent", Duration.ofMinutes(6));
    try (RespSubscriber inbox = RespSubscriber.channels(server.uri(), "i:b")) {
      assertThat(inbox.messages()).isEmpty();
      signal("a");
    }

    assertThat(queued()).containsExactly("a:1:300000:=c", "b:1:300000:=c", "a:2:300000:=c");
    assertThat(parked()).isEmpty();
  }

  @Test
  @DisplayName("failure 122: each ticket is silent by its own claim lease")
  void signal_ticketsOfAClientHaveDifferentClaims_judgesEachByItsOwn() {
    for (List<String> order :
        List.of(
            List.of("a:1:100000:=c", "a:2:300000:=c"), List.of("a:2:300000:=c", "a:1:100000:=c"))) {
      server.admin().command("DEL", QUEUE);
      park(order.toArray(String[]::new));
      heard("a", Duration.ofMinutes(3));

      signal("a");

      assertThat(queued()).as("of %s", order).containsExactly("a:2:300000:=c");
      assertThat(parked()).isEmpty();
    }
  }

  // ---- a client

  @Test
  @DisplayName("failure 122: one signal while the inbox of many is away wakes one")
  void signal_whileTheInboxOfAllIsAway_wakesOne() {
    int many = 40;
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient waiting = HoldfastClient.connect(LONG, proxy.uri());
        HoldfastClient signalling = HoldfastClient.connect(LONG, server.uri());
        TestThreads threads = TestThreads.open()) {
      List<CompletableFuture<Boolean>> sleepers = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        int before = i;
        sleepers.add(threads.call("sleeper", () -> sleep(waiting.lock("deaf"))));
        eventually().isTrue("it sleeps", () -> parked().size() == before + 1);
      }
      String first = parked().get(0);
      DistributedLock lock = signalling.lock("deaf");
      lock.lock();
      try (ActiveFault away = proxy.refuseConnections()) {
        proxy.cut(Connections.inbox(), Cut.RST);
        eventually()
            .isTrue("one inbox", () -> server.admin().texts("PUBSUB", "CHANNELS").size() == 1);
        lock.newCondition("c").signal();
        assertThat(queued()).containsExactly(first);
      } finally {
        lock.unlock();
      }

      CompletableFuture<Object> woken =
          CompletableFuture.anyOf(sleepers.toArray(CompletableFuture[]::new));
      assertThat(woken).succeedsWithin(LIMIT);
      assertThat(parked()).hasSize(many - 1);
      lock.lock();
      lock.newCondition("c").signalAll();
      lock.unlock();
      sleepers.forEach(one -> assertThat(one).succeedsWithin(LIMIT));
    }
  }

  private static boolean sleep(DistributedLock lock) throws InterruptedException {
    lock.lock();
    try {
      lock.newCondition("c").await();
    } finally {
      lock.unlock();
    }
    return true;
  }
}
