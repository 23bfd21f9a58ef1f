package io.holdfast.lock.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.server.TestServers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

class RedisServerExtensionIT {

  private static final List<Seen> SEEN = new CopyOnWriteArrayList<>();

  /** What an inner test saw of its server. */
  private record Seen(long pid, Path directory, List<String> keys) {

    boolean isGone() {
      return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()
          && !directory.toFile().exists();
    }
  }

  @BeforeEach
  @AfterEach
  void forget() {
    SEEN.clear();
    System.clearProperty(TestServers.URI_PROPERTY);
    System.clearProperty(TestServers.FLUSH_PROPERTY);
  }

  private static void see(TestServer server) {
    Path directory = Path.of(server.admin().texts("CONFIG", "GET", "dir").get(1));
    SEEN.add(
        new Seen(
            Long.parseLong(server.info("server").get("process_id")), directory, server.keys("*")));
    server.admin().text("SET", "left", "behind");
  }

  @ExtendWith(RedisServerExtension.class)
  static class Sharing {
    @Test
    void a(TestServer server) {
      see(server);
    }

    @Test
    void b(RedisServer server) {
      see(server);
    }
  }

  @ExtendWith(RedisServerExtension.class)
  static class AlsoSharing {
    @Test
    void c(TestServer server) {
      see(server);
    }
  }

  @Test
  void sharedServer_severalClasses_isOneWipedBetweenTestsAndGoneAtTheEnd() {
    Inner.run(Sharing.class, AlsoSharing.class)
        .assertStatistics(events -> events.succeeded(3).failed(0));

    assertThat(SEEN).hasSize(3);
    assertThat(SEEN).extracting(Seen::pid).containsOnly(SEEN.get(0).pid());
    assertThat(SEEN).extracting(Seen::keys).containsOnly(List.of());
    assertThat(SEEN).allMatch(Seen::isGone);
  }

  @ExtendWith(RedisServerExtension.class)
  static class Fresh {
    private final RedisServer ofConstructor;

    Fresh(@FreshServer RedisServer ofConstructor) {
      this.ofConstructor = ofConstructor;
    }

    @Test
    void killed(@FreshServer RedisServer server, @FreshServer("other") RedisServer other) {
      assertThat(server).isSameAs(ofConstructor).isNotSameAs(other);
      see(server);
      see(other);
      server.kill();
      other.freeze();
    }

    @Test
    void failing(@FreshServer RedisServer server) {
      see(server);
      server.freeze();
      fail("on purpose");
    }
  }

  @Test
  void freshServer_eachTestHasItsOwn_goneAlsoAfterAFailure() {
    Inner.run(Fresh.class).assertStatistics(events -> events.succeeded(1).failed(1));

    assertThat(SEEN).hasSize(3);
    assertThat(SEEN).extracting(Seen::keys).containsOnly(List.of());
    assertThat(SEEN).extracting(Seen::pid).doesNotHaveDuplicates();
    assertThat(SEEN).allMatch(Seen::isGone);
  }

  @Test
  void externalServer_testsThatNeedAProcess_areDisabledAndItIsNotWiped() {
    try (RedisServer theirs = RedisServer.start()) {
      theirs.admin().text("SET", "theirs", "1");
      System.setProperty(TestServers.URI_PROPERTY, theirs.uri());

      var events = Inner.run(Sharing.class, AlsoSharing.class, Fresh.class);

      // of Sharing, b wants a process; Fresh as a whole does
      events.assertStatistics(statistics -> statistics.succeeded(2).failed(0).skipped(1));
      assertThat(SEEN).extracting(Seen::pid).containsOnly(theirs.pid());
      assertThat(theirs.keys("*")).containsExactly("left", "theirs");
      assertThat(events.skipped().stream().map(event -> event.getPayload(String.class).orElse("")))
          .allMatch(reason -> reason.contains("holdfast.redis.uri"));
    }
  }

  @Test
  void externalServer_wipeAllowed_isWiped() {
    try (RedisServer theirs = RedisServer.start()) {
      System.setProperty(TestServers.URI_PROPERTY, theirs.uri());
      System.setProperty(TestServers.FLUSH_PROPERTY, "true");
      theirs.admin().text("SET", "theirs", "1");

      Inner.run(Sharing.class, AlsoSharing.class)
          .assertStatistics(events -> events.succeeded(2).failed(0));

      assertThat(theirs.keys("*")).containsExactly("left");
      assertThat(theirs.isRunning()).isTrue();
    }
  }
}
