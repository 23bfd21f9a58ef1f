package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.LiveThreads;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.EpollProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Connecting: what is refused, and that the application's own objects stay as they are. */
@ExtendWith(RedisServerExtension.class)
class ConnectIT {

  @Test
  @DisplayName("failure 95: a secret in a URI that cannot be read")
  void connect_malformedUri_saysWhyAndNothingOfIt() {
    assertThatThrownBy(() -> HoldfastClient.connect("http://user:geheim@localhost"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the scheme must be redis, rediss")
        .hasMessageNotContaining("geheim")
        .hasNoCause();
  }

  @Test
  void connect_portThatIsNoNumber_isRefused() {
    assertThatThrownBy(() -> HoldfastClient.connect("redis://localhost:port"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("server URI 'redis://…'")
        .hasMessageContaining("the port is not a number");
  }

  @Test
  void connect_nobodyThere_namesTheServer() {
    HoldfastSettings settings =
        HoldfastSettings.builder().commandTimeout(Duration.ofMillis(500)).build();
    assertThatThrownBy(() -> HoldfastClient.connect(settings, "redis://127.0.0.1:1"))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("127.0.0.1:1");
    awaitNoThreads();
  }

  @Test
  @DisplayName("failure 97: there is no such socket")
  void connect_socketThatIsNotThere_saysSo(@TempDir Path directory) {
    assumeTrue(EpollProvider.isAvailable(), "no Unix sockets");
    Path socket = directory.resolve("not-there.sock");
    assertThatThrownBy(() -> HoldfastClient.connect("redis-socket://" + socket))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("FileNotFoundException")
        .hasMessageContaining(socket.toString())
        .hasMessageNotContaining("null");
  }

  @Test
  @DisplayName("failure 39: wrong password")
  void connect_wrongPassword_saysSoWithoutThePassword() {
    try (RedisServer server = RedisServer.builder().password("richtig").start()) {
      assertThatThrownBy(() -> HoldfastClient.connect("redis://falsch@127.0.0.1:" + server.port()))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("WRONGPASS")
          .hasMessageNotContaining("falsch");
    }
  }

  @Test
  @DisplayName("failure 156: a server that lacks a command, as those before 6.2 do")
  void connect_commandMissing_namesItAndBothVersions() {
    try (RedisServer server =
        RedisServer.builder().directive("rename-command", "ZMSCORE", "").start()) {
      assertThatThrownBy(() -> HoldfastClient.connect(server.uri()))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("does not know ZMSCORE")
          .hasMessageContaining("6.2 or later")
          .hasMessageContaining(server.info("server").get("redis_version"));
    }
  }

  @Test
  void connect_noUri_isRefused() {
    assertThatThrownBy(() -> HoldfastClient.connect(new RedisURI[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void using_applicationsResources_leavesThemAndItsClientsAlone(TestServer server) {
    ClientResources resources = ClientResources.create();
    try {
      RedisClient applications = RedisClient.create(resources, server.uri());
      try (HoldfastClient client = HoldfastClient.using(resources, RedisURI.create(server.uri()))) {
        DistributedLock lock = client.lock("using");
        lock.lock();
        lock.unlock();
      }
      assertThat(applications.connect().sync().ping()).isEqualTo("PONG");
      assertThat(applications.getOptions().getDisconnectedBehavior())
          .isEqualTo(RedisClient.create().getOptions().getDisconnectedBehavior());
      applications.shutdown();
    } finally {
      resources.shutdown(0, 2, TimeUnit.SECONDS);
    }
  }

  @Test
  @DisplayName("failure 23: a blocking call on a network thread")
  void blockingCalls_onANetworkThread_areRefused(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock("loop");
      Condition condition = lock.newCondition("c");
      for (TestThreads.Body call :
          List.<TestThreads.Body>of(
              lock::lock, lock::acquire, condition::await, condition::signal)) {
        assertThat(thrownOnANetworkThread(server, call))
            .get(THROWABLE)
            .isInstanceOf(IllegalStateException.class)
            .isNotInstanceOf(IllegalMonitorStateException.class)
            .hasMessageContaining("loop")
            .hasMessageContaining("lettuce-");
      }
    }
  }

  @Test
  void close_ofAHoldOnANetworkThread_releases(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock("loop");
      Hold hold = lock.acquire();
      assertThat(thrownOnANetworkThread(server, hold::close)).isEmpty();
      eventually().isTrue("released", () -> !lock.isLocked());
    }
  }

  private static Optional<Throwable> thrownOnANetworkThread(
      TestServer server, TestThreads.Body call) throws Exception {
    RedisClient applications = RedisClient.create(server.uri());
    try {
      CompletableFuture<Optional<Throwable>> thrown = new CompletableFuture<>();
      applications
          .connect()
          .async()
          .blpop(60, "later") // answered below, so that what follows runs on a network thread
          .thenAccept(item -> thrown.complete(Optional.ofNullable(catchThrowable(call::run))));
      server.admin().number("RPUSH", "later", "item");
      return thrown.get(60, TimeUnit.SECONDS);
    } finally {
      applications.shutdown();
    }
  }

  /**
   * Netty writes requests of its own threads at once, and earlier ones of other threads a little
   * later.
   */
  @Test
  @DisplayName("failure 2: a withdrawal by a network thread overtakes the request")
  void acquireAsync_cancelledByANetworkThread_leavesNoOrphan(TestServer server) throws Exception {
    ClientResources resources = ClientResources.builder().ioThreadPoolSize(2).build();
    RedisClient applications = RedisClient.create(resources, RedisURI.create(server.uri()));
    HoldfastSettings settings = HoldfastSettings.builder().lease(Duration.ofMinutes(10)).build();
    try (HoldfastClient client =
            HoldfastClient.using(resources, settings, RedisURI.create(server.uri()));
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      for (int i = 0; i < 8; i++) { // so that the thread that serves the client serves some of them
        RedisAsyncCommands<String, String> connection = applications.connect().async();
        for (int round = 0; round < 5; round++) {
          String name = "overtaken-%d-%d".formatted(i, round);
          cancelOnNetworkThread(server, connection, client.lock(name));
          assertThat(other.lock(name).tryLock(1, TimeUnit.MINUTES)).isTrue();
          other.lock(name).unlock();
        }
      }
    } finally {
      applications.shutdown();
      resources.shutdown(0, 2, TimeUnit.SECONDS);
    }
  }

  /** Its request is sent while the network thread is busy here. */
  private static void cancelOnNetworkThread(
      TestServer server, RedisAsyncCommands<String, String> connection, DistributedLock lock)
      throws Exception {
    CountDownLatch isBusy = new CountDownLatch(1);
    CompletableFuture<CompletableFuture<Hold>> asked = new CompletableFuture<>();
    CompletableFuture<Void> cancelled =
        connection
            .blpop(60, lock.name())
            .toCompletableFuture()
            .thenAccept(
                item -> {
                  isBusy.countDown();
                  asked.orTimeout(1, TimeUnit.MINUTES).join().cancel(false);
                });
    server.admin().number("RPUSH", lock.name(), "item");
    assertThat(isBusy.await(1, TimeUnit.MINUTES)).isTrue();
    CompletableFuture<Hold> future = lock.acquireAsync();
    asked.complete(future);
    cancelled.get(1, TimeUnit.MINUTES);
    if (!future.isCancelled()) { // the client is served by another thread, and was faster
      future.get().close();
    }
  }

  /** A thread that was told to end is there for a moment yet. */
  private static void awaitNoThreads() {
    eventually().expect("no threads", ConnectIT::threadsOfHoldfast, Collection::isEmpty);
  }

  private static Set<Thread> threadsOfHoldfast() {
    return LiveThreads.named("holdfast-watchdog");
  }
}
