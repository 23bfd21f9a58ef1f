package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A node that has forgotten which tokens it agreed to does not count as one that knows. */
class RedLockMemoryIT extends RedLockSuite {

  private static final LuaScript ACQUIRE = QuorumParts.SCRIPTS.acquire();
  private static final String LOCK = "holdfast:red:{ab}";
  private static final String QUEUE = "holdfast:redq:{ab}";
  private static final String ONE = "one~1:1:5000";
  private static final String OTHER = "other~1:1:5000";
  private static final Duration MEMORY = Duration.ofDays(1);
  private static final AcquireOptions FIXED =
      AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(1)));

  private Masters five;

  @BeforeEach
  void start(@FreshServer Masters masters) {
    five = masters;
    remember(five, Duration.ofHours(1));
  }

  /** No node is given up before the test says so. */
  private Quorums patient() {
    Duration patience = Duration.ofMinutes(1);
    return open(
        RedLockSettings.builder().maxLease(LEASE).nodeTimeout(patience),
        HoldfastSettings.builder()
            .lease(LEASE)
            .claimLease(Duration.ofMinutes(5))
            .commandTimeout(patience)
            .build(),
        five.uris());
  }

  private Quorums connected() {
    Quorums quorum = patient();
    within(SOON).isTrue("connected to all", () -> isConnectedToAll(quorum));
    return quorum;
  }

  private static boolean isConnectedToAll(Quorums quorum) {
    return quorum.locks().inspectNodes(NAME).stream().allMatch(node -> node.problem().isEmpty());
  }

  private static long inMicros(Duration ahead) {
    return System.currentTimeMillis() * 1000 + ahead.toNanos() / 1000;
  }

  /** The nodes have agreed to that token, and know the earlier ones. */
  private void haveAgreedTo(long token, List<RedisServer> nodes) {
    for (RedisServer node : nodes) {
      node.admin()
          .number("ZADD", QUEUE, belowTimes(token), "#token", belowTimes(bornAt(node)), "#epoch");
    }
  }

  private static boolean isSure(RedisServer node) {
    Object score = node.admin().command("ZSCORE", QUEUE, "#epoch");
    return belowTimes(bornAt(node)).equals(score);
  }

  /** Restarts without data, and is out of quarantine for all new clients. */
  private void forget(int index) {
    five.server(index).restartEmpty();
    remembers(five.server(index), 5, Duration.ofHours(1));
  }

  /**
   * The numbers of a block are those of one acquisition, though it may use the first of them only.
   */
  @Test
  void accept_insideABlockThatWasAgreedTo_isRefused() {
    RedisServer node = five.server(0);
    votes(node, ONE);
    assertThat(accept(node, ONE, 1000, 1999)).isEqualTo("ACCEPTED");
    assertThat(tokenAt(node, NAME)).isEqualTo(1999);
    node.admin().number("DEL", LOCK);
    votes(node, OTHER);
    assertThat(accept(node, OTHER, 1999, 2998)).isEqualTo("REFUSED");
    assertThat(accept(node, OTHER, 2000, 2999)).isEqualTo("ACCEPTED");
    assertThat(accept(node, ONE, 3000, 3999)).isEqualTo("NOT_HELD");
    node.admin().number("DEL", LOCK);
  }

  private static void votes(RedisServer node, String id) {
    node.admin().number("HSET", LOCK, "id", id, "token", "1", "last", "1");
  }

  private static String accept(RedisServer node, String id, long first, long last) {
    return accept(node, id, first, last, node.admin().text("GET", "holdfast:rednode"));
  }

  /** The vote was given in that epoch; empty if the block is a guess. */
  private static String accept(
      RedisServer node, String id, long first, long last, String epochOfVote) {
    return accept(node, id, first, last, epochOfVote, false);
  }

  private static String accept(
      RedisServer node, String id, long first, long last, String epochOfVote, boolean isHeld) {
    LuaScript script = LuaScript.load(LuaScript.Source.beside(QuorumNode.class), "accept.lua");
    return String.valueOf(
        node.admin()
            .array(
                "EVAL",
                script.text(),
                "3",
                LOCK,
                QUEUE,
                "holdfast:rednode",
                id,
                Long.toString(first),
                Long.toString(last),
                Long.toString(MEMORY.toSeconds()),
                epochOfVote,
                "1",
                isHeld ? "1" : "0")
            .get(0));
  }

  /**
   * Another client used the first tokens of that block, as a guess; the hold may have used the
   * last.
   */
  @Test
  @DisplayName("failure 103: a node has agreed to a token inside the block of a hold")
  void accept_blockOfAHoldOfWhichItKnowsTheFirst_remembersTheLast() {
    RedisServer node = five.server(0);
    votes(node, ONE);
    haveAgreedTo(1500, List.of(node));
    assertThat(accept(node, ONE, 1000, 1999, "", true)).isEqualTo("NOTED");
    assertThat(tokenAt(node, NAME)).isEqualTo(1999);
    assertThat(accept(node, ONE, 1000, 1999, "", true)).isEqualTo("REFUSED");
    assertThat(tokenAt(node, NAME)).isEqualTo(1999);
    node.admin().number("DEL", LOCK);
  }

  /** What a majority knew before the node forgot says nothing of what it agreed to since. */
  @Test
  void accept_votedInAnotherEpoch_isRefused() {
    RedisServer node = five.server(0);
    String before = node.admin().text("GET", "holdfast:rednode");
    remembers(node, 5, Duration.ofMinutes(30));
    votes(node, ONE);
    assertThat(accept(node, ONE, 1000, 1999, before)).isEqualTo("REFUSED");
    assertThat(isSure(node)).isFalse();
    assertThat(accept(node, ONE, 1000, 1999)).isEqualTo("ACCEPTED");
    assertThat(isSure(node)).isTrue();
    node.admin().number("DEL", LOCK);
  }

  /** A node that has forgotten nothing for this long knows all that any node remembers. */
  @Test
  void accept_guessAtANodeWhoseEpochIsOlderThanAnyToken_isAccepted() {
    RedisServer node = five.server(0);
    votes(node, ONE);
    remembers(node, 5, MEMORY.minusMinutes(10));
    assertThat(accept(node, ONE, 1000, 1999, "")).isEqualTo("REFUSED");
    remembers(node, 5, MEMORY.plusMinutes(1));
    assertThat(accept(node, ONE, 1000, 1999, "")).isEqualTo("ACCEPTED");
    node.admin().number("DEL", LOCK);
  }

  private static Command acquire() {
    return Command.script(ACQUIRE.text(), ACQUIRE.sha1());
  }

  @Test
  @DisplayName("failure 50: a node has forgotten a token, and the nodes that know it are slow")
  void acquire_aNodeHasForgottenATokenFarAhead_waitsForOneThatKnows() throws Exception {
    haveAgreedTo(inMicros(Duration.ofMinutes(-1)), five.servers().subList(0, 2));
    long high = inMicros(Duration.ofMinutes(10)); // the clock of its proposer was wrong
    haveAgreedTo(high, five.servers().subList(2, 5));
    forget(2);
    Quorums quorum = connected();
    List<Rule> slow =
        Stream.of(3, 4).map(index -> five.proxy(index).when(acquire()).holdReply()).toList();

    CompletableFuture<Hold> acquiring = quorum.locks().get(NAME).acquireAsync(FIXED);

    for (int i : List.of(0, 1, 2)) {
      awaitHeld(SOON, five.server(i), NAME); // a majority has granted it
    }
    stays(Duration.ofMillis(300), "not decided", () -> !acquiring.isDone());
    slow.get(0).release();
    assertThat(acquiring).succeedsWithin(SOON);
    assertThat(acquiring.join().token()).isGreaterThan(high);
    within(SOON).isTrue("it knows again", () -> isSure(five.server(2)));
    slow.get(1).release();
    acquiring.join().close();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));

    cutOff(3);
    cutOff(4);
    try (Hold next = quorum.locks().get(NAME).acquire(FIXED)) { // of those three
      assertThat(next.token()).isGreaterThan(acquiring.join().token());
    }
  }

  /** Nodes that refuse report the tokens that they know, like nodes that agree. */
  @Test
  @DisplayName(
      "failure 50: a node has forgotten a token, and the nodes that know it vote for another")
  void acquire_thoseWhoKnowVoteForAnother_isAboveWhatTheyKnow() throws Exception {
    haveAgreedTo(inMicros(Duration.ofMinutes(-1)), five.servers().subList(0, 2));
    long high = inMicros(Duration.ofMinutes(10));
    haveAgreedTo(high, five.servers().subList(2, 5));
    forget(2);
    for (int i : List.of(3, 4)) {
      five.server(i).admin().number("HSET", LOCK, "id", OTHER, "token", "1", "last", "1");
    }
    try (Hold hold = connected().locks().get(NAME).acquire(FIXED)) {
      assertThat(hold.token()).isGreaterThan(high);
    }
    for (int i : List.of(3, 4)) {
      five.server(i).admin().number("DEL", LOCK);
    }
  }

  /** It has the data of another server, and reports at the same time that it is a replica. */
  @Test
  void acquire_aReplicaSaysNo_waitsForOneThatKnows(@FreshServer("other") RedisServer other)
      throws Exception {
    remembers(other, 5, Duration.ofHours(1));
    haveAgreedTo(inMicros(Duration.ofMinutes(-1)), List.of(five.server(0), five.server(1), other));
    other.admin().number("HSET", LOCK, "id", OTHER, "token", "1", "last", "1");
    other.admin().text("CONFIG", "SET", "repl-diskless-sync-delay", "0");
    five.server(3).admin().text("REPLICAOF", "127.0.0.1", Integer.toString(other.port()));
    awaitHeld(SOON, five.server(3), NAME);
    long high = inMicros(Duration.ofMinutes(10));
    haveAgreedTo(high, List.of(five.server(2), five.server(4)));
    forget(2);
    Quorums quorum = patient();
    Rule slow = five.proxy(4).when(acquire()).holdReply();

    CompletableFuture<Hold> acquiring = quorum.locks().get(NAME).acquireAsync(FIXED);

    for (int i : List.of(0, 1, 2)) {
      awaitHeld(SOON, five.server(i), NAME);
    }
    slow.awaitFired(SOON);
    stays(Duration.ofMillis(300), "not decided", () -> !acquiring.isDone());
    slow.release();
    assertThat(acquiring).succeedsWithin(SOON);
    assertThat(acquiring.join().token()).isGreaterThan(high);
    acquiring.join().close();
  }

  /**
   * A token agreed without most of the nodes that may know is not taken to be above all that they
   * know.
   */
  @Test
  void acquire_thoseWhoKnowAreAway_isByTheLatestClockAndDoesNotCountAsKnown() throws Exception {
    haveAgreedTo(inMicros(Duration.ofMinutes(-1)), five.servers().subList(0, 2));
    long high = inMicros(Duration.ofMinutes(10));
    haveAgreedTo(high, five.servers().subList(2, 5));
    forget(2);
    Quorums quorum = connected();
    cutOff(3);
    cutOff(4);
    try (Hold hold = quorum.locks().get(NAME).acquire(FIXED)) {
      assertThat(hold.token()).isLessThan(high); // no node that could tell is there
      assertThat(tokenAt(five.server(2), NAME)).isGreaterThanOrEqualTo(hold.token());
      assertThat(isSure(five.server(2))).isFalse();
    }
    for (int i : List.of(3, 4)) {
      five.proxy(i).heal();
    }
    within(SOON).isTrue("all are there", () -> isConnectedToAll(quorum));
    try (Hold hold = quorum.locks().get(NAME).acquire(FIXED)) {
      assertThat(hold.token()).isGreaterThan(high);
    }
  }

  private void cutOff(int index) {
    var unused = five.proxy(index).refuseConnections();
    five.proxy(index).cut(Connections.all(), Cut.RST);
  }

  /** The same for a new name: all nodes are asked, and then the time of most decides. */
  @Test
  void acquire_allHaveForgotten_isAboveTheTimeOfTheServersAndKnownToAll() throws Exception {
    long now = inMicros(Duration.ZERO);
    try (Hold hold = connected().locks().get(NAME).acquire(FIXED)) {
      assertThat(hold.token()).isGreaterThan(now - Duration.ofSeconds(1).toNanos() / 1000);
      five.servers().forEach(node -> within(SOON).isTrue("it knows", () -> isSure(node)));
    }
  }

  /**
   * A node that is away may be the only one that knows: until it is back, the others do not become
   * certain of a name that is new to them, and each turn takes a second round.
   */
  @Test
  void acquire_newNameWhileANodeIsAway_takesTwoRoundsUntilItIsBack() throws Exception {
    Quorums quorum = connected();
    List<Rule> proposals =
        Stream.of(0, 1, 2, 3, 4)
            .map(index -> five.proxy(index).when(accept().always()).observe())
            .toList();
    cutOff(4);
    long before = 0;
    for (int i = 0; i < 3; i++) {
      long proposed = fired(proposals);
      before = tokenAbove(before, quorum);
      assertThat(fired(proposals) - proposed).as("a second round").isGreaterThanOrEqualTo(3);
      assertThat(five.servers().subList(0, 4)).noneMatch(RedLockMemoryIT::isSure);
    }
    five.proxy(4).heal();
    within(SOON).isTrue("all are there", () -> isConnectedToAll(quorum));
    before = tokenAbove(before, quorum);
    five.servers().forEach(node -> within(SOON).isTrue("it knows", () -> isSure(node)));
    within(SOON)
        .isTrue(
            "in one round",
            () -> {
              long proposed = fired(proposals);
              assertThat(isVotedOn(quorum.locks(), NAME)).isTrue();
              five.servers().forEach(server -> awaitFree(SOON, server, NAME));
              return fired(proposals) - proposed < 3;
            });
    assertThat(tokenAbove(before, quorum)).isPositive();
  }

  private static long fired(List<Rule> rules) {
    return rules.stream().mapToLong(Rule::fired).sum();
  }

  private long tokenAbove(long before, Quorums quorum) throws InterruptedException {
    try (Hold hold = quorum.locks().get(NAME).acquire(FIXED)) {
      assertThat(hold.token()).isGreaterThan(before);
      return hold.token();
    } finally {
      five.servers().forEach(server -> awaitFree(SOON, server, NAME));
    }
  }

  private static Command accept() {
    LuaScript script = LuaScript.load(LuaScript.Source.beside(QuorumNode.class), "accept.lua");
    return Command.script(script.text(), script.sha1());
  }

  /**
   * The token that it agreed to was above what others knew then, and is not above what they know
   * now.
   */
  @Test
  void renew_aNodeWasAway_isToppedUpButDoesNotCountAsOneThatKnows() throws Exception {
    Quorums quorum = connected();
    haveAgreedTo(inMicros(Duration.ofMinutes(-1)), five.servers());
    five.server(1).admin().number("DEL", QUEUE); // but for this one, which has forgotten
    Hold hold;
    try (ActiveFault away = five.proxy(1).refuseConnections()) {
      five.proxy(1).cut(Connections.all(), Cut.RST);
      hold = quorum.locks().get(NAME).acquire(FIXED);
      for (int i : List.of(0, 2, 3, 4)) {
        RedisServer node = five.server(i);
        within(SOON).isTrue("it knows", () -> isSure(node));
      }
    }
    within(SOON)
        .isTrue(
            "topped up",
            () -> {
              hold.extend(LEASE.minusSeconds(1));
              return isHeldAt(five.server(1), NAME);
            });
    stays(Duration.ofMillis(300), "it does not know", () -> !isSure(five.server(1)));
    hold.close();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
    try (Hold next = quorum.locks().get(NAME).acquire(FIXED)) {
      within(SOON).isTrue("it knows, by the next", () -> isSure(five.server(1)));
      assertThat(tokenAt(five.server(1), NAME)).isGreaterThanOrEqualTo(next.token());
    }
  }

  /** Each node forgets, is topped up when its quarantine is over, and then the next one forgets. */
  @Test
  @DisplayName("failure 103: all nodes forget beneath one hold, one after the other")
  void renew_allNodesForgetInTurn_theNextTokenIsHigher() throws Exception {
    Quorums quorum = connected();
    haveAgreedTo(inMicros(Duration.ofHours(1)), five.servers()); // clocks have been ahead
    Hold hold = heldByAll(quorum, five, AcquireOptions.defaults().lease(Lease.fixed(LEASE)));
    for (RedisServer node : five.servers()) {
      node.admin().number("DEL", LOCK, QUEUE);
      within(SOON).isTrue("topped up", () -> isHeldAt(extended(hold, node), NAME));
      within(SOON).isTrue("it remembers the token", () -> remembersTokenOf(hold, node));
      assertThat(isSure(node)).isFalse();
    }
    hold.close();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
    assertThat(tokenAbove(hold.token(), quorum)).isPositive();
  }

  @Test
  @DisplayName("failure 103: a node is topped up, and is not told the token")
  void renew_toppedUpNodeIsNotToldTheToken_isToldAgain() throws Exception {
    Quorums quorum = connected();
    Hold hold = heldByAll(quorum, five, AcquireOptions.defaults().lease(Lease.fixed(LEASE)));
    RedisServer node = five.server(1);
    Rule lost = five.proxy(1).when(accept()).cutBefore(Cut.RST);
    node.admin().number("DEL", LOCK, QUEUE);
    within(SOON)
        .isTrue("topped up", () -> isHeldAt(extended(hold, node), NAME) && lost.fired() > 0);
    within(SOON)
        .isTrue("it remembers the token", () -> remembersTokenOf(hold, extended(hold, node)));
    hold.close();
  }

  /** Its renewal is sent to all nodes. */
  private static RedisServer extended(Hold hold, RedisServer node) {
    hold.extend(LEASE.minusSeconds(1));
    return node;
  }

  private static boolean remembersTokenOf(Hold hold, RedisServer node) {
    return node.admin().command("ZSCORE", QUEUE, "#token") != null
        && tokenAt(node, NAME) >= hold.token();
  }
}
