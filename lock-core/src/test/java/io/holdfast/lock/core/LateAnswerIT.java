package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Answers that do not come, or come late. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class LateAnswerIT {

  private static final String NAME = "late-answer";

  @Test
  @DisplayName("failure 1: the lock was granted, the answer is lost, and the request is repeated")
  void acquire_answerLost_hasTheTokenThatWasGivenFirst(@FreshServer RedisServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = HoldfastClient.connect(proxy.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock(NAME);
      lock.acquire().close(); // the scripts are known
      Rule cut = proxy.when(Command.script()).cutInsteadOfReply(Cut.FIN);
      CompletableFuture<Hold> asked;
      long given;
      try (ActiveFault away = proxy.refuseConnections()) {
        asked = lock.acquireAsync();
        cut.awaitFired(Duration.ofMinutes(1));
        given = other.lock(NAME).inspect().holder().orElseThrow().token();
      }

      try (Hold hold = asked.get(60, TimeUnit.SECONDS)) {
        assertThat(hold.token()).isEqualTo(given);
      }
    }
  }

  @Test
  @DisplayName(
      "failure 1: the lock was granted, and the request is repeated when much of the lease is over")
  void acquire_repeated_lastsForTheWholeLeaseFromThen(@FreshServer RedisServer server)
      throws Exception {
    HoldfastSettings settings = HoldfastSettings.builder().lease(Duration.ofMinutes(10)).build();
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = HoldfastClient.connect(settings, proxy.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock(NAME);
      lock.acquire().close(); // the scripts are known
      Rule cut = proxy.when(Command.script()).cutInsteadOfReply(Cut.FIN);
      CompletableFuture<Hold> asked;
      try (ActiveFault away = proxy.refuseConnections()) {
        asked = lock.acquireAsync();
        cut.awaitFired(Duration.ofMinutes(1));
        server.admin().number("PEXPIRE", "holdfast:lock:{" + NAME + "}", "300000");
      }

      try (Hold hold = asked.get(60, TimeUnit.SECONDS)) {
        assertThat(hold.remaining()).isGreaterThan(Duration.ofMinutes(5));
        assertThat(other.lock(NAME).inspect().holder().orElseThrow().remaining())
            .isGreaterThan(Duration.ofMinutes(5));
      }
    }
  }

  @Test
  @DisplayName("failure 7: the answer to a renewal is late, but not too late")
  void renewal_answeredLate_countsFromItsSending(@FreshServer RedisServer server) throws Exception {
    Duration late = Duration.ofSeconds(1);
    Duration lease = Duration.ofSeconds(9);
    HoldfastSettings settings = HoldfastSettings.builder().lease(lease).build();
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = HoldfastClient.connect(settings, proxy.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        Hold hold = client.lock(NAME).acquire()) {
      proxy.delay(Connections.verbs(), Direction.TO_CLIENT, late, late);
      Duration onItsWay = lease.multipliedBy(2).dividedBy(3).minus(late.dividedBy(2));
      eventually().isTrue("asked", () -> hold.remaining().compareTo(onItsWay) < 0);
      eventually().isTrue("answered", () -> hold.remaining().compareTo(onItsWay) > 0);

      long start = System.nanoTime();
      Duration here = hold.remaining();
      Duration there = other.lock(NAME).inspect().holder().orElseThrow().remaining();

      assertThat(here).isLessThanOrEqualTo(there.plusNanos(System.nanoTime() - start));
    }
  }
}
