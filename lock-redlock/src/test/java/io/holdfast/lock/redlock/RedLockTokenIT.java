package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tokens are unique and rise, whichever client stands still between the votes and the tokens. */
class RedLockTokenIT extends RedLockSuite {

  private static final LuaScript ACCEPT =
      LuaScript.load(LuaScript.Source.beside(QuorumNode.class), "accept.lua");
  private static final AcquireOptions AT_ONCE =
      AcquireOptions.defaults().withoutWaiting().lease(Lease.fixed(Duration.ofSeconds(2)));

  private static final int MAJORITY = 3;

  private final List<FaultProxy> ofRival = new ArrayList<>();
  private Masters five;
  private Quorums slow;
  private Quorums rival;

  @BeforeEach
  void start(@FreshServer Masters masters) throws InterruptedException {
    five = masters;
    five.servers().forEach(server -> ofRival.add(FaultProxy.to(server)));
    // So that a proposer may stand still for longer than its lease.
    Duration patience = Duration.ofSeconds(20);
    RedLockSettings.Builder patient =
        RedLockSettings.builder().quarantine(false).nodeTimeout(patience);
    HoldfastSettings ofNodes =
        HoldfastSettings.builder()
            .claimLease(Duration.ofMinutes(1))
            .commandTimeout(patience)
            .build();
    slow = open(patient, ofNodes, five.uris());
    rival = open(patient, ofNodes, ofRival.stream().map(FaultProxy::uri).toList());
    for (Quorums quorum : List.of(slow, rival)) {
      heldByAll(quorum, five, AcquireOptions.defaults()).close();
      five.servers().forEach(server -> awaitFree(SOON, server, NAME));
    }
  }

  @AfterEach
  void closeProxies() {
    ofRival.forEach(FaultProxy::close);
  }

  private static Command proposal() {
    return Command.script(ACCEPT.text(), ACCEPT.sha1());
  }

  private static List<Rule> holdProposals(List<FaultProxy> proxies) {
    return proxies.stream().map(proxy -> proxy.when(proposal()).holdCommand()).toList();
  }

  /**
   * The nodes know a number ahead of all clocks: they do not agree to the tokens proposed with a
   * question.
   */
  private long advance(Duration ahead) {
    long number = System.currentTimeMillis() * 1000 + ahead.toNanos() / 1000;
    five.servers()
        .forEach(
            server ->
                server.admin().number("ZADD", "holdfast:redq:{ab}", belowTimes(number), "#token"));
    return number;
  }

  private List<FaultProxy> ofSlow() {
    return List.of(five.proxy(0), five.proxy(1), five.proxy(2), five.proxy(3), five.proxy(4));
  }

  /** A client that has the votes, and does not go on to the tokens until its lease is over. */
  private CompletableFuture<Hold> stalled(List<Rule> held) throws InterruptedException {
    CompletableFuture<Hold> stalled = slow.locks().get(NAME).acquireAsync(AT_ONCE);
    for (Rule rule : held) {
      rule.awaitFired(SOON);
    }
    five.servers().forEach(server -> awaitFree(SOON, server, NAME)); // its votes have run out
    assertThat(stalled).isNotDone();
    return stalled;
  }

  @Test
  void proposal_alongWithTheQuestion_needsNoSecondRound() throws Exception {
    long before = tokenOf(rival);
    within(SOON)
        .isTrue(
            "the clocks have passed what the nodes know",
            () -> five.servers().stream().allMatch(RedLockTokenIT::isBehindItsClock));
    List<Rule> proposals =
        ofSlow().stream().map(proxy -> proxy.when(proposal().always()).observe()).toList();

    // The first may be by a clock that was read later than the rival's.
    Set<Long> tokens = new TreeSet<>(Set.of(before));
    within(SOON).isTrue("in one round", () -> isInOneRound(proposals, tokens));
    int inOneRound = 0;
    for (int i = 0; i < 20; i++) {
      inOneRound += isInOneRound(proposals, tokens) ? 1 : 0;
    }
    assertThat(inOneRound).as("clocks are read anew once a minute").isGreaterThanOrEqualTo(19);
    assertNextIsAbove(Collections.max(tokens));
  }

  private boolean isInOneRound(List<Rule> proposals, Set<Long> tokens) {
    long proposed = fired(proposals);
    DistributedLock lock = slow.locks().get(NAME, AT_ONCE);
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.token()).isGreaterThan(Collections.max(tokens));
    tokens.add(lock.token());
    lock.unlock();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
    return fired(proposals) - proposed < MAJORITY;
  }

  private static long fired(List<Rule> rules) {
    return rules.stream().mapToLong(Rule::fired).sum();
  }

  @Test
  void proposal_ofAMajorityArrivesAfterTheLease_isNotCompleted() throws Exception {
    advance(Duration.ofMinutes(1));
    List<Rule> held = holdProposals(ofSlow().subList(0, 3));
    CompletableFuture<Hold> stalled = stalled(held);

    Hold had = rival.locks().get(NAME).tryAcquire(AT_ONCE).orElseThrow();
    held.forEach(Rule::release);

    assertThat(stalled).failsWithin(SOON);
    assertThat(had.isValid()).isTrue();
    had.close();
    assertNextIsAbove(had.token());
  }

  @Test
  @DisplayName("failure 50: two propose, and the first stands still beyond its lease")
  void proposals_ofTwoMeet_oneIsCompleted() throws Exception {
    long known = advance(Duration.ofMinutes(2)); // both propose what is above it
    List<Rule> heldOfSlow = holdProposals(ofSlow());
    CompletableFuture<Hold> stalled = stalled(heldOfSlow);
    List<Rule> heldOfRival = holdProposals(ofRival);
    CompletableFuture<Hold> other = // its lease is not over when its proposals are let go
        rival.locks().get(NAME).acquireAsync(AT_ONCE.lease(Lease.fixed(Duration.ofMinutes(1))));
    for (Rule rule : heldOfRival) {
      rule.awaitFired(SOON);
    }
    heldOfSlow.forEach(Rule::release);
    assertThat(stalled).failsWithin(SOON);
    heldOfRival.forEach(Rule::release);
    assertThat(other).succeedsWithin(SOON);
    long token = other.join().token();
    assertThat(token).as("the number that the first has proposed, too").isEqualTo(known + 1);
    other.join().close();
    assertNextIsAbove(token);
  }

  /** A minority has accepted the tokens of the first client; no node gets them again. */
  @Test
  @DisplayName("failure 50: a minority has agreed to tokens")
  void proposal_acceptedByAMinority_isNotDrawnAgain() throws Exception {
    long before = tokenOf(rival);
    advance(Duration.ofMinutes(1));
    List<Rule> held = holdProposals(ofSlow().subList(0, 3)); // nodes 3 and 4 accept
    CompletableFuture<Hold> stalled = stalled(held);
    long refused = Math.max(lastNumberAt(3), lastNumberAt(4));
    assertThat(refused).isGreaterThan(before);
    held.forEach(Rule::release);
    assertThat(stalled).succeedsWithin(SOON); // no client has it: it asks once more
    assertThat(stalled.join().token()).isGreaterThan(refused);
    stalled.join().close();
    assertThat(tokenOf(rival)).isGreaterThan(refused);
    assertThat(tokenOf(slow)).isGreaterThan(refused);
  }

  @Test
  @DisplayName("failure 50: nodes know of higher tokens")
  void proposal_belowWhatANodeKnows_isMadeAgainAboveIt() throws Exception {
    advance(Duration.ofMinutes(1));
    long before = tokenOf(rival);
    List<Rule> held = holdProposals(ofSlow());
    CompletableFuture<Hold> acquiring =
        slow.locks().get(NAME).acquireAsync(AT_ONCE.lease(Lease.fixed(Duration.ofSeconds(20))));
    for (Rule rule : held) {
      rule.awaitFired(SOON);
    }
    advance(Duration.ofMinutes(10));
    held.forEach(Rule::release);
    assertThat(acquiring).succeedsWithin(SOON);
    assertThat(acquiring.join().token())
        .isGreaterThan(before + Duration.ofMinutes(8).toNanos() / 1000);
    acquiring.join().close();
  }

  /** The hold would last less than half of the lease. */
  @Test
  void proposal_acceptedWhenHalfOfTheLeaseIsOver_isNotAHold() throws Exception {
    AtomicLong aheadNanos = new AtomicLong();
    Quorums late =
        open(
            RedLockSettings.builder()
                .quarantine(false)
                .maxLease(LEASE)
                .nodeTimeout(Duration.ofSeconds(20)),
            TestClients.settings(() -> System.nanoTime() + aheadNanos.get()),
            five.uris());
    late.locks().get(NAME).lock();
    late.locks().get(NAME).unlock();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
    advance(Duration.ofMinutes(1));
    List<Rule> held = holdProposals(ofSlow());
    LuaScript acquire = QuorumParts.SCRIPTS.acquire();
    Rule votes =
        five.proxy(0).when(Command.script(acquire.text(), acquire.sha1()).always()).observe();
    CompletableFuture<Hold> acquiring =
        late.locks().get(NAME).acquireAsync(AT_ONCE.lease(Lease.fixed(LEASE)));
    for (Rule rule : held) {
      rule.awaitFired(SOON);
    }

    aheadNanos.addAndGet(LEASE.dividedBy(2).plusSeconds(30).toNanos());
    held.forEach(Rule::release);

    assertThat(acquiring).succeedsWithin(SOON);
    assertThat(votes.fired()).as("it has asked once more").isEqualTo(2);
    acquiring.join().close();
  }

  private long lastNumberAt(int index) {
    return lastNumberAt(five.server(index));
  }

  private static long lastNumberAt(RedisServer server) {
    return tokenAt(server, NAME);
  }

  private static boolean isBehindItsClock(RedisServer server) {
    return lastNumberAt(server) < System.currentTimeMillis() * 1000;
  }

  private static long tokenOf(Quorums quorum) throws InterruptedException {
    try (Hold hold = quorum.locks().get(NAME).acquire()) {
      return hold.token();
    }
  }

  private void assertNextIsAbove(long token) throws InterruptedException {
    long next = tokenOf(slow);
    assertThat(next).isGreaterThan(token);
    assertThat(tokenOf(rival)).isGreaterThan(next);
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
    within(SOON).isTrue("nothing open", () -> slow.locks().pending() == 0);
  }
}
