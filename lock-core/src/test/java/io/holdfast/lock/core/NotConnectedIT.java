package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** While there is no connection, callers are told why. */
@ExtendWith(RedisServerExtension.class)
class NotConnectedIT {

  private static final String PASSWORD = "the-first";

  /**
   * All methods of a lock give the reason; the next attempt may fail for another one. None says
   * only that there is no connection.
   */
  private static void awaitReason(DistributedLock lock, String reason) {
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            lock::inspect, lock::tryLock, () -> lock.tryLock(1, TimeUnit.MILLISECONDS))) {
      Throwable thrown =
          eventually()
              .expect(
                  "the reason",
                  () -> catchThrowable(call),
                  one -> one != null && String.valueOf(one.getMessage()).contains(reason));
      assertThat(thrown)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("not connected: ")
          .hasMessageNotContaining("Connection is closed");
      assertThat(causesOf(thrown))
          .as("the failure itself, and not only words about it")
          .anyMatch(
              cause ->
                  !(cause instanceof RedisException)
                      || cause instanceof RedisCommandExecutionException);
    }
  }

  private static List<Throwable> causesOf(Throwable thrown) {
    return Stream.iterate(thrown.getCause(), Objects::nonNull, Throwable::getCause).toList();
  }

  private static String messageOf(DistributedLock lock) {
    Throwable thrown = catchThrowable(lock::inspect);
    return thrown == null ? "answered" : String.valueOf(thrown.getMessage());
  }

  private static void awaitAnswer(DistributedLock lock) {
    eventually().expect("an answer", () -> messageOf(lock), "answered"::equals);
  }

  private static void cut(RedisServer server) {
    server.admin().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    server.admin().command("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes");
  }

  @Test
  @DisplayName("failure 96: the password is changed under a client, and others follow")
  void calls_whileReconnectingFails_tellTheReasonOfNow() {
    try (RedisServer server = RedisServer.builder().password(PASSWORD).start();
        HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock("rotated");
      awaitAnswer(lock);

      server.admin().command("CONFIG", "SET", "requirepass", "the-second");
      cut(server);
      awaitReason(lock, "WRONGPASS");
      assertThat(messageOf(lock)).doesNotContain(PASSWORD);

      server.admin().command("CONFIG", "SET", "maxclients", "1");
      awaitReason(lock, "max number of clients");

      server.admin().command("CONFIG", "SET", "maxclients", "100");
      server.admin().command("CONFIG", "SET", "requirepass", PASSWORD);
      awaitAnswer(lock);

      server.stop();
      awaitReason(lock, "Connection refused");
      assertThat(messageOf(lock)).as("that is over").doesNotContain("WRONGPASS");

      server.restart();
      awaitAnswer(lock);
    }
  }

  /** Lettuce reconnects to the nodes of a cluster by itself. */
  @Test
  @DisplayName("failure 96: a node of a cluster refuses the password")
  void calls_whileANodeRefuses_tellWhichAndWhy() {
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client =
            HoldfastClient.connect(HoldfastSettings.builder().cluster().build(), cluster.uri())) {
      DistributedLock lock = client.lock("rotated");
      awaitAnswer(lock);
      RedisServer master =
          cluster.nodes().stream()
              .filter(node -> SmallCluster.isOn(node, "{rotated}"))
              .findFirst()
              .orElseThrow();

      master.admin().command("CONFIG", "SET", "requirepass", "from-now-on");
      cut(master);

      awaitReason(lock, "NOAUTH");
      awaitReason(lock, ":" + master.port());
      master.admin().command("CONFIG", "SET", "requirepass", "");
      awaitAnswer(lock);
    }
  }

  /** Accepts connections and closes each at once with these words, as a server that is full. */
  private static void refuseAll(ServerSocket door, String words) {
    while (!door.isClosed()) {
      try (Socket refused = door.accept()) {
        refused.getOutputStream().write(words.getBytes(UTF_8));
      } catch (IOException e) {
        // by one that has gone, or it is over
      }
    }
  }

  /** Left to itself, Lettuce logs in from another thread, and often too late to hear it. */
  @Test
  @DisplayName("failure 96: a server that is full refuses a client that would log in")
  void calls_refusedBeforeTheyLogIn_tellTheReason() throws IOException {
    try (ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> refuseAll(door, "-ERR max number of clients reached\r\n"));
      server.setDaemon(true);
      server.start();
      RedisURI uri = RedisURI.create("redis://:secret@127.0.0.1:" + door.getLocalPort());
      Set<String> reasons = new HashSet<>();
      for (int i = 0; i < 20; i++) {
        Throwable thrown = catchThrowable(() -> HoldfastClient.connect(uri).close());
        reasons.add(String.valueOf(thrown.getMessage()));
      }
      assertThat(reasons)
          .as("Lettuce may find the connection closed before it has set it up")
          .filteredOn(reason -> !reason.contains("RedisHandshakeHandler not registered"))
          .isNotEmpty()
          .allMatch(reason -> reason.contains("max number of clients reached"));
    }
  }

  private static void awaitReason(RedisURI uri, String reason) {
    HoldfastSettings settings = HoldfastSettings.builder().connectInBackground().build();
    try (HoldfastClient client = HoldfastClient.connect(settings, uri)) {
      awaitReason(client.lock("never"), reason);
    }
  }

  @Test
  @DisplayName("failure 96: a client that is opened in the background never gets there")
  void calls_neverConnected_tellTheReason(@FreshServer RedisServer server) {
    awaitReason(RedisURI.create("redis://no-such-host.invalid"), "no-such-host.invalid");
    awaitReason(RedisURI.create("rediss://127.0.0.1:" + server.port()), "timed out");
    awaitReason(RedisURI.create("redis://nobody:wrong@127.0.0.1:" + server.port()), "WRONGPASS");
    awaitReason(RedisURI.create("redis-socket:///run/no-such.sock"), "FileNotFoundException");
    awaitReason(RedisURI.create("redis-sentinel://127.0.0.1:1#main"), "Connection refused");
    awaitReason(RedisURI.create("redis://127.0.0.1:1"), "Connection refused");
  }
}
