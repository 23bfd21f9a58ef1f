package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The nodes of a quorum agree on one id, and keep it while clients use it. */
class RedLockQuorumIdIT extends RedLockSuite {

  private static final Duration OLD = Duration.ofHours(1);
  private static final String USED = "holdfast:rednode:used";
  private static final String MINE = "00000000000000a1/5";

  /** Long enough for a slow machine, and short enough to wait for. */
  private static final Duration SHORT = Duration.ofSeconds(8);

  private static RedLockSettings.Builder quarantine(Duration maxLease) {
    return RedLockSettings.builder().maxLease(maxLease);
  }

  private static Set<Optional<QuorumId>> servedBy(List<RedisServer> servers) {
    return servers.stream().map(server -> QuorumId.of(epochAt(server))).collect(Collectors.toSet());
  }

  private static boolean serveOne(List<RedisServer> servers) {
    Set<Optional<QuorumId>> served = servedBy(servers);
    return served.size() == 1 && served.iterator().next().isPresent();
  }

  private static boolean isUsed(RedisServer server) {
    return server.admin().number("EXISTS", USED) == 1;
  }

  @Test
  void start_severalClientsAtOnceOnNewServers_comeToOneQuorumOfWhichAllVote(
      @FreshServer Masters five) {
    List<Quorums> clients =
        List.of(1, 2, 3).stream().map(i -> open(quarantine(SHORT), five.uris())).toList();
    clients.forEach(client -> isVotedOn(client.locks(), NAME));
    within(SOON).isTrue("one quorum", () -> serveOne(five.servers()));
    for (Quorums client : clients) {
      within(SOON).isTrue("had", () -> isVotedOn(client.locks(), NAME));
      within(SOON)
          .isTrue(
              "all count",
              () ->
                  client.locks().inspectNodes(NAME).stream()
                      .allMatch(node -> node.problem().isEmpty()));
    }
    assertThat(servedBy(five.servers())).hasSize(1);
  }

  /** A backup of the nodes of one quorum, from which the servers of another one are started. */
  @Test
  @DisplayName(
      "failure 105: servers that are started from copied data are nodes of a quorum of their own")
  void start_serversHaveCopiedData_serveAnotherQuorum(@FreshServer Masters five) {
    String copied = "b".repeat(40) + ":- " + MINE + " 1700000000000000"; // another process
    five.servers().forEach(server -> server.admin().text("SET", "holdfast:rednode", copied));
    open(quarantine(SHORT), five.uris());
    within(SOON)
        .isTrue(
            "one quorum, and another one",
            () -> serveOne(five.servers()) && !epochAt(five.server(0)).contains(MINE));
  }

  @Test
  void isLocked_allNodesRefuseWrites_isAnswered(@FreshServer Masters five) {
    remember(five, OLD);
    Quorums quorum = open(quarantine(SHORT), five.uris());
    within(SOON).isTrue("had", () -> isVotedOn(quorum.locks(), NAME));
    five.servers().forEach(server -> server.maxMemory(1));
    stays(Duration.ofSeconds(2), "it is free", () -> !quorum.locks().get("free").isLocked());
  }

  @Test
  void start_aNodeIsAway_isAdoptedWhenItIsThere(@FreshServer Masters five) {
    ActiveFault away = five.proxy(4).refuseConnections();
    HoldfastSettings inBackground = HoldfastSettings.builder().connectInBackground().build();
    Quorums client = open(quarantine(LEASE), inBackground, five.uris());
    within(SOON)
        .isTrue("one quorum", () -> !isVotedOn(client.locks(), NAME) && serveOne(first4(five)));
    assertThat(epochAt(five.server(4))).isEmpty();
    away.heal();
    within(SOON).isTrue("it, too", () -> serveOne(five.servers()));
  }

  private static List<RedisServer> first4(Masters five) {
    return five.servers().subList(0, 4);
  }

  /** Jobs that run once an hour do not wait. */
  @Test
  void tryLock_nobodyHasUsedTheNodesForLong_isHadAtOnce(@FreshServer Masters five) {
    remember(five, OLD);
    List<String> before = five.servers().stream().map(RedLockSuite::epochAt).toList();
    Quorums client = open(quarantine(LEASE).nodeTimeout(Duration.ofSeconds(30)), five.uris());
    assertThat(client.locks().get(NAME).tryLock()).isTrue();
    client.locks().get(NAME).unlock();
    assertThat(five.servers().stream().map(RedLockSuite::epochAt)).isEqualTo(before);
    five.servers().forEach(server -> within(SOON).isTrue("used", () -> isUsed(server)));
  }

  @Test
  void idle_clientAsksTheNodesNowAndThen_theirQuorumStaysInUse(@FreshServer Masters five) {
    remember(five, OLD);
    Quorums idle = open(quarantine(SHORT), five.uris());
    within(SOON).isTrue("it knows the nodes", () -> isVotedOn(idle.locks(), NAME));
    for (int i = 0; i < 2; i++) {
      five.servers().forEach(server -> within(SOON).isTrue("used", () -> isUsed(server)));
      five.servers().forEach(server -> server.admin().number("DEL", USED));
    }
    for (RedisServer server : five.servers()) {
      within(SOON).isTrue("used", () -> isUsed(server));
      assertThat(server.admin().number("PTTL", USED)).isBetween(1L, SHORT.toMillis());
      assertThat(server.admin().text("GET", USED)).isEqualTo(MINE);
    }
  }

  @Test
  @DisplayName("failure 144: a client lists another number of nodes")
  void tryLock_anotherNumberOfNodes_isRefusedByName(@FreshServer Masters five) {
    remember(five, OLD);
    Quorums all = open(quarantine(LEASE), five.uris());
    within(SOON).isTrue("had", () -> isVotedOn(all.locks(), NAME));
    five.servers().forEach(server -> within(SOON).isTrue("used", () -> isUsed(server)));
    String reason =
        "it serves a quorum of 5 nodes, but 3 are listed here: all clients must list the same nodes."
            + " It is taken over once no client of that quorum has sent it a request for 600000 ms";
    List<String> some = direct(five).subList(0, 3);
    Quorums three = open(quarantine(LEASE), some);
    within(SOON)
        .isTrue(
            "it says why",
            () ->
                three.locks().inspectNodes(NAME).stream()
                    .allMatch(node -> node.problem().orElse("").equals(reason)));
    assertThatThrownBy(() -> three.locks().get(NAME).tryLock())
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining(reason);
    RedLockSettings settings = quarantine(LEASE).nodeTimeout(Duration.ofSeconds(30)).build();
    assertThatThrownBy(
            () ->
                RedLocks.connect(
                    settings, HoldfastSettings.defaults(), some.toArray(String[]::new)))
        .isInstanceOf(LockServerException.class)
        .hasMessageStartingWith("No majority of 3 nodes: ")
        .hasMessageContaining(reason);
    assertThat(servedBy(five.servers())).containsExactly(QuorumId.of("- " + MINE + " 1"));
    within(SOON).isTrue("the others have it", () -> isVotedOn(all.locks(), NAME));
  }

  @Test
  @DisplayName("failure 145: the list of nodes is changed, and no client uses the old one any more")
  void tryLock_anotherNumberOfNodesOfAQuorumThatIsNotUsed_isHadWhenTheQuarantineIsOver(
      @FreshServer Masters five) {
    remember(five, OLD);
    Quorums all = open(quarantine(SHORT), five.uris());
    within(SOON).isTrue("had", () -> isVotedOn(all.locks(), NAME));
    five.servers().forEach(server -> within(SOON).isTrue("used", () -> isUsed(server)));
    all.close();
    long before = bornAt(five.server(0));
    Quorums three = open(quarantine(SHORT), direct(five).subList(0, 3));
    within(SOON).isTrue("had", () -> isVotedOn(three.locks(), NAME));
    assertThat(serveOne(five.servers().subList(0, 3))).isTrue();
    assertThat(epochAt(five.server(0))).contains("/3 ");
    assertThat(bornAt(five.server(0))).isGreaterThan(before);
    assertThat(epochAt(five.server(4))).contains(MINE);
  }

  /** Clients of the old list may be cut off from the nodes that seem free. */
  @Test
  @DisplayName("failure 144: a client lists another number of nodes, of which most seem free")
  void tryLock_oneOfTheNodesIsUsedWithAnotherList_leavesTheOthersAlone(
      @FreshServer(value = "three", masters = 3) Masters three) {
    remembers(three.server(0), MINE, OLD);
    three.server(0).admin().text("SET", USED, MINE);
    List.of(1, 2).forEach(i -> remembers(three.server(i), "", OLD));
    Quorums client = open(quarantine(LEASE), three.uris());
    within(SOON).isTrue("it says why", () -> problemOf(client, 0).contains("a quorum of 5 nodes"));
    within(SOON).isTrue("it is left alone", () -> problemOf(client, 1).contains("in quarantine"));
    stays(
        Duration.ofMillis(300),
        "they serve none",
        () ->
            !isVotedOn(client.locks(), NAME)
                && QuorumId.of(epochAt(three.server(1))).isEmpty()
                && QuorumId.of(epochAt(three.server(2))).isEmpty());
    three.server(0).admin().number("DEL", USED);
    within(SOON).isTrue("one quorum", () -> serveOne(three.servers()));
  }

  private static String problemOf(Quorums quorum, int index) {
    return quorum.locks().inspectNodes(NAME).get(index).problem().orElse("");
  }

  /** Which clients may change the quorum of a node. */
  @Test
  void join_serversOfOtherQuorums_areTakenOverIfThatIsNotUsedOrJustBegins(
      @FreshServer RedisServer node) {
    Duration young = LEASE.dividedBy(2);
    assertThat(joins(node, "b2/5", OLD, true, "a1/5", true)).isFalse();
    assertThat(joins(node, "b2/5", young, true, "a1/5", false)).isTrue();
    assertThat(joins(node, "b2/5", young, true, "c3/5", false)).isFalse();
    assertThat(joins(node, "b2/5", young, true, "c3/5", true)).isTrue();
    assertThat(joins(node, "b2/3", OLD, true, "a1/5", true)).isTrue();
    assertThat(joins(node, "b2/3", OLD, true, "a1/5", false)).isFalse();
    assertThat(joins(node, "b2/3", young, true, "a1/5", true)).isTrue();
    assertThat(joins(node, "b2/3", young, true, "a1/5", false)).isFalse();
    assertThat(joins(node, "b2/5", young, true, "a1/3", true)).isFalse();
    assertThat(joins(node, "b2/5", OLD, true, "a1/3", true)).isFalse();
    assertThat(joins(node, "b2/9", young, true, "a1/10", true)).isTrue();
    assertThat(joins(node, "b2/3", OLD, false, "c3/5", false)).isTrue();
    assertThat(joins(node, "b2/5", OLD, false, "c3/5", false)).isTrue();
    assertThat(joins(node, "", OLD, false, "c3/5", false)).isTrue();
  }

  private static boolean joins(
      RedisServer node, String served, Duration age, boolean isUsed, String by, boolean isBacked) {
    remembers(node, served, age);
    String before = epochAt(node);
    long born = bornAt(node);
    node.admin().command("SET", USED, isUsed ? served : "another/5");
    LuaScript script = LuaScript.load(LuaScript.Source.beside(QuorumNode.class), "join.lua");
    String[] call = {
      "EVAL",
      script.text(),
      "2",
      "holdfast:rednode",
      USED,
      by,
      Long.toString(LEASE.toMillis()),
      isBacked ? "1" : "0"
    };
    String after = String.valueOf(node.admin().array(call).get(0));
    assertThat(epochAt(node)).isEqualTo(after);
    assertThat(node.admin().array(call).get(0)).as("a repeat").isEqualTo(after);
    boolean isTaken = after.contains(' ' + by + ' ');
    assertThat(isTaken ? bornAt(node) > born : after.equals(before)).isTrue();
    assertThat(!isTaken || by.equals(node.admin().text("GET", USED))).isTrue();
    return isTaken;
  }
}
