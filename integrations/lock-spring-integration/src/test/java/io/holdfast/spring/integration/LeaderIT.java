package io.holdfast.spring.integration;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.local.LocalLocks;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.spring.integration.TokenLog.Entry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** Leaders by {@code LockRegistryLeaderInitiator}, which works with any lock registry. */
@ExtendWith(RedisServerExtension.class)
class LeaderIT {

  private static final String ROLE = "billing";

  private static JvmProcess candidate(RedisServer server, RedisServer log, String name) {
    return JvmProcess.start(LeaderWorker.class, server.uri(), log.uri(), name);
  }

  private static Entry last(TokenLog log) {
    return eventually().expect("a leader", log::written, written -> !written.isEmpty()).stream()
        .reduce((before, after) -> after)
        .orElseThrow();
  }

  private static Entry awaitLast(TokenLog log, String expectation, Predicate<Entry> condition) {
    return eventually().expect(expectation, () -> last(log), condition);
  }

  @Test
  void leader_frozenForgottenOrKilled_isFollowedByOneWithAGreaterToken(
      @FreshServer RedisServer server, @FreshServer("log") RedisServer logServer) throws Exception {
    try (TokenLog log = new TokenLog(logServer.uri());
        JvmProcess a = candidate(server, logServer, "a");
        JvmProcess b = candidate(server, logServer, "b");
        JvmProcess c = candidate(server, logServer, "c")) {
      Map<String, JvmProcess> candidates = Map.of("a", a, "b", b, "c", c);
      for (JvmProcess one : candidates.values()) {
        one.awaitLine("ready");
      }

      Entry frozen = last(log);
      candidates.get(frozen.writer()).freeze();
      awaitLast(log, "another leader", entry -> !entry.writer().equals(frozen.writer()));
      candidates.get(frozen.writer()).thaw();
      candidates
          .get(frozen.writer())
          .awaitLine("revoked %s, written: false".formatted(frozen.token()));

      Entry forgotten = last(log);
      server.admin().command("FLUSHALL");
      Entry after = awaitLast(log, "a new hold", entry -> entry.token() > forgotten.token());

      candidates.get(after.writer()).kill();
      awaitLast(log, "another leader", entry -> !entry.writer().equals(after.writer()));

      assertOneWriterOfEachToken(log.written());
      assertThat(log.refused()).contains(frozen);
    }
  }

  private static void assertOneWriterOfEachToken(List<Entry> written) {
    Map<Long, String> leaders = new HashMap<>();
    for (Entry entry : written) {
      assertThat(leaders.computeIfAbsent(entry.token(), token -> entry.writer()))
          .as("the only leader with the token %s", entry.token())
          .isEqualTo(entry.writer());
    }
    assertThat(leaders).hasSizeGreaterThanOrEqualTo(4);
  }

  /** A candidate in this process. */
  private record Candidate(LockRegistryLeaderInitiator initiator) implements AutoCloseable {

    static Candidate start(HoldfastLockRegistry registry, String name, Duration heartBeat) {
      LockRegistryLeaderInitiator initiator =
          new LockRegistryLeaderInitiator(registry, new DefaultCandidate(name, ROLE));
      initiator.setHeartBeatMillis(heartBeat.toMillis());
      initiator.setBusyWaitMillis(50);
      initiator.start();
      return new Candidate(initiator);
    }

    boolean leads() {
      return initiator.getContext().isLeader();
    }

    void awaitTerm() {
      eventually().isTrue("it leads", this::leads);
    }

    @Override
    public void close() throws Exception {
      initiator.destroy();
    }
  }

  /** The lease is minutes long, so that only a release can have freed the lock. */
  @Test
  void leader_stopped_isFollowedAtOnce(TestServer server) throws Exception {
    HoldfastSettings settings = HoldfastSettings.builder().lease(Duration.ofMinutes(10)).build();
    Duration heartBeat = Duration.ofMillis(300);
    try (HoldfastClient here = HoldfastClient.connect(settings, server.uri());
        HoldfastClient there = HoldfastClient.connect(settings, server.uri());
        Candidate first =
            Candidate.start(new HoldfastLockRegistry(here, "leaders"), "first", heartBeat)) {
      first.awaitTerm();
      try (Candidate second =
          Candidate.start(new HoldfastLockRegistry(there, "leaders"), "second", heartBeat)) {
        DistributedLock lock = there.lock("leaders:" + ROLE);
        eventually().isTrue("the second waits", () -> lock.inspect().queueLength() == 1);
        assertThat(second.leads()).isFalse();

        first.initiator().stop();

        second.awaitTerm();
        assertThat(first.leads()).isFalse();
      }
    }
  }

  @Test
  void leader_losesItsLockWhileItIsGranted_isRevoked() throws Exception {
    List<Class<?>> events = new CopyOnWriteArrayList<>();
    try (LocalLocks here = LocalLocks.create();
        LocalLocks there = here.client("another process")) {
      HoldfastLockRegistry registry = new HoldfastLockRegistry(here, "leaders");
      LockRegistryLeaderInitiator initiator =
          new LockRegistryLeaderInitiator(registry, new DefaultCandidate("leader", ROLE));
      initiator.setHeartBeatMillis(100);
      initiator.setApplicationEventPublisher(
          event -> {
            events.add(event.getClass());
            if (event instanceof OnGrantedEvent && events.size() == 1) {
              there.reset();
              assertThat(registry.lockOf(ROLE).currentHold()).isEmpty();
            }
          });
      initiator.start();
      try {
        eventually().isTrue("it is revoked", () -> events.contains(OnRevokedEvent.class));
      } finally {
        initiator.destroy();
      }
    }
  }

  /** The heart-beat is minutes long, so that only the interrupt can have told the leader. */
  @Test
  void leader_withInterruptOnLoss_isRevokedBeforeItsNextHeartBeat(TestServer server)
      throws Exception {
    try (HoldfastClient here = HoldfastClient.connect(server.uri());
        HoldfastClient there = HoldfastClient.connect(server.uri());
        Candidate leader =
            Candidate.start(
                new HoldfastLockRegistry(here, "leaders")
                    .withOptions(AcquireOptions.defaults().interruptOnLoss()),
                "leader",
                Duration.ofMinutes(10))) {
      leader.awaitTerm();
      DistributedLock lock = there.lock("leaders:" + ROLE);
      CompletableFuture<Hold> next = lock.acquireAsync();
      eventually().isTrue("another waits", () -> lock.inspect().queueLength() == 1);

      assertThat(lock.forceUnlock()).isTrue();

      eventually().isTrue("it does not lead", () -> !leader.leads());
      try (Hold hold = next.get(60, TimeUnit.SECONDS)) {
        assertThat(hold.isValid()).isTrue();
      }
    }
  }
}
