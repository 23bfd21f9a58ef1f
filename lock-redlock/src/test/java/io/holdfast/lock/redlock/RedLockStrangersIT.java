package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Servers that served another quorum take over addresses of nodes. */
class RedLockStrangersIT extends RedLockSuite {

  private static final Duration OLD = Duration.ofHours(30);
  private static final String OTHERS = "00000000000000b2/5";
  private static final AcquireOptions FIXED = AcquireOptions.defaults().lease(Lease.fixed(LEASE));

  private static RedLockSettings.Builder quarantine() {
    return RedLockSettings.builder().maxLease(LEASE);
  }

  /** The addresses of the servers, one of which another server has replaced. */
  private static List<String> replaced(Masters here, int index, RedisServer by) {
    List<String> uris = new ArrayList<>(direct(here));
    uris.set(index, by.uri());
    return uris;
  }

  private static Optional<Hold> attempt(Quorums rival) throws InterruptedException {
    try {
      return rival.locks().get(NAME).tryAcquire(FIXED.withoutWaiting());
    } catch (LockServerException e) { // too few vote
      return Optional.empty();
    }
  }

  private static String problemOf(Quorums quorum, int index) {
    return quorum.locks().inspectNodes(NAME).get(index).problem().orElse("");
  }

  /** New clients find two nodes that know nothing of the hold, and the stranger. */
  private void assertNoSecondHold(Masters here, RedisServer stranger, String reason)
      throws InterruptedException {
    Hold held = heldAtThree(here, open(quarantine(), here.uris()), FIXED);
    Quorums rival = open(quarantine(), replaced(here, 2, stranger));
    for (int i = 0; i < 20; i++) {
      assertThat(attempt(rival)).as("a second hold").isEmpty();
    }
    within(SOON).isTrue("it says why", () -> problemOf(rival, 2).contains(reason));
    for (int i = 0; i < 20; i++) {
      assertThat(attempt(rival)).as("a second hold").isEmpty();
      assertThat(attempt(open(quarantine(), replaced(here, 2, stranger)))).isEmpty();
    }
    assertThat(held.isValid()).isTrue();
    within(SOON).isTrue("given back", () -> !isHeldAt(stranger, NAME));
    assertThat(held.remaining()).isPositive();
  }

  @Test
  @DisplayName("failure 105: a node of a quorum in use takes over an address, for new clients")
  void tryLock_nodeOfAnotherQuorumBehindAnAddress_doesNotVoteForANewClient(
      @FreshServer Masters here, @FreshServer("there") RedisServer there) throws Exception {
    remember(here, OLD);
    remembers(there, OTHERS, OLD);
    there.admin().text("SET", "holdfast:rednode:used", OTHERS);
    assertNoSecondHold(here, there, "it serves another quorum (id 00000000000000b2)");
    assertThat(epochAt(there)).contains(OTHERS);
  }

  /** No client uses it any more: it is taken over, and votes when the longest lease is over. */
  @Test
  @DisplayName("failure 105: a node of a quorum that is not used takes over an address")
  void tryLock_nodeOfAQuorumThatIsNotUsed_isTakenOverAndInQuarantine(
      @FreshServer Masters here, @FreshServer("there") RedisServer there) throws Exception {
    remember(here, OLD);
    remembers(there, OTHERS, OLD);
    assertNoSecondHold(here, there, "in quarantine for");
    assertThat(epochAt(there)).contains(" 00000000000000a1/5 ");
    assertThat(bornAt(there)).isGreaterThan(bornAt(here.server(0)) + OLD.toSeconds() * 900_000);
  }

  @Test
  @DisplayName("failure 105: an old server that served no quorum takes over an address")
  void tryLock_oldServerThatSaysOfNoQuorum_isTakenOverAndInQuarantine(
      @FreshServer Masters here, @FreshServer("there") RedisServer there) throws Exception {
    remember(here, OLD);
    remembers(there, "", OLD);
    assertNoSecondHold(here, there, "in quarantine for");
    assertThat(epochAt(there)).contains(" 00000000000000a1/5 ");
  }

  /** It knew the node, and has not asked it for long. */
  @Test
  @DisplayName(
      "failure 105: a node of another quorum takes over an address, for a client that is idle")
  void tryLock_nodeServesAnotherQuorumByNow_doesNotVoteForAClientThatKnewIt(
      @FreshServer Masters here) throws Exception {
    remember(here, OLD);
    Quorums known = open(quarantine(), direct(here));
    within(SOON).isTrue("it knows the nodes", () -> isVotedOn(known.locks(), "other"));
    Hold held = heldAtThree(here, open(quarantine(), here.uris()), FIXED);
    RedisServer node = here.server(2);
    node.admin().text("FLUSHALL");
    remembers(node, OTHERS, OLD);
    node.admin().text("SET", "holdfast:rednode:used", OTHERS);
    for (int i = 0; i < 20; i++) {
      assertThat(attempt(known)).as("a second hold").isEmpty();
    }
    assertThat(held.isValid()).isTrue();
    within(SOON)
        .isTrue("it says why", () -> problemOf(known, 2).contains("it serves another quorum"));
  }

  /** The others vote on, and no client waits for it. */
  @Test
  void tryLock_aNodeForgetsAll_isAdoptedAndInQuarantine(@FreshServer Masters here) {
    remember(here, OLD);
    Quorums quorum = open(quarantine(), direct(here));
    within(SOON).isTrue("had", () -> isVotedOn(quorum.locks(), NAME));
    here.server(3).admin().text("FLUSHALL");
    within(SOON).isTrue("had by the others", () -> isVotedOn(quorum.locks(), NAME));
    within(SOON).isTrue("adopted", () -> epochAt(here.server(3)).contains(" 00000000000000a1/5 "));
    within(SOON).isTrue("it says why", () -> problemOf(quorum, 3).contains("in quarantine for"));
    within(SOON).isTrue("had all the while", () -> isVotedOn(quorum.locks(), NAME));
  }
}
