package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** What tests of quorums share: clients that end with the test, and looks at servers. */
@ExtendWith(RedisServerExtension.class)
abstract class RedLockSuite {

  static final Duration SOON = Duration.ofMinutes(1);
  static final String NAME = "ab";

  /** The default lease of the clients. */
  static final Duration LEASE = Duration.ofMinutes(10);

  private static final Duration AT_ONCE = Duration.ofSeconds(1);
  private static final int TRIES = 5;

  private final List<Quorums> opened = new ArrayList<>();

  @AfterEach
  void closeAll() {
    opened.forEach(Quorums::close);
  }

  /** Without a release the lock is not free before the limit. */
  Quorums open(List<String> uris) {
    RedLockSettings.Builder settings = RedLockSettings.builder().maxLease(LEASE).quarantine(false);
    return open(settings, ofNodes().lease(LEASE).build(), uris);
  }

  Quorums open(RedLockSettings.Builder settings, List<String> uris) {
    return open(settings, ofNodes().build(), uris);
  }

  /** No client waits long for a dead server to acknowledge a release. */
  private static HoldfastSettings.Builder ofNodes() {
    return HoldfastSettings.builder().commandTimeout(Duration.ofMillis(700));
  }

  Quorums open(RedLockSettings.Builder settings, HoldfastSettings ofNodes, List<String> uris) {
    Quorums quorum = Quorums.open(settings.build(), ofNodes, uris);
    opened.add(quorum);
    return quorum;
  }

  /** Where the servers themselves are: for a client that no fault of a proxy is to meet. */
  static List<String> direct(Masters masters) {
    return masters.servers().stream().map(RedisServer::uri).toList();
  }

  /** Whether a majority has granted it, to be released at once. */
  static boolean isVotedOn(RedLocks locks, String name) {
    try {
      if (locks.get(name).tryLock()) {
        locks.get(name).unlock();
        return true;
      }
    } catch (LockServerException | LeaseLostException e) {
      // in quarantine, or still connecting; or nodes went away in between
      return false;
    }
    return false;
  }

  /**
   * A hold that all nodes have granted. On a busy machine a node may answer an earlier round that
   * was given up; it would join with the next renewal. Here the attempt is made once more.
   */
  static Hold heldByAll(Quorums quorum, Masters masters, AcquireOptions options)
      throws InterruptedException {
    for (int i = 1; i < TRIES; i++) {
      Hold hold = quorum.locks().get(NAME).acquire(options);
      if (soonHeldByAll(masters)) {
        return hold;
      }
      hold.close();
      masters.servers().forEach(server -> awaitFree(SOON, server, NAME));
    }
    Hold hold = quorum.locks().get(NAME).acquire(options);
    masters.servers().forEach(server -> awaitHeld(SOON, server, NAME));
    return hold;
  }

  private static boolean soonHeldByAll(Masters masters) {
    try {
      masters.servers().forEach(server -> awaitHeld(AT_ONCE, server, NAME));
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }

  /**
   * A hold by the votes of the nodes 0, 1 and 2 of five. The other two know nothing of it: this
   * quorum cannot reach them.
   */
  static Hold heldAtThree(Masters five, Quorums quorum, AcquireOptions options)
      throws InterruptedException {
    for (int i : List.of(3, 4)) {
      var unused = five.proxy(i).refuseConnections();
      five.proxy(i).cut(Connections.all(), Cut.RST);
      within(SOON).isTrue("noticed: nothing is sent to it", () -> isAway(quorum, i));
    }
    Hold hold = quorum.locks().get(NAME).acquire(options);
    for (int i : List.of(0, 1, 2)) {
      awaitHeld(SOON, five.server(i), NAME);
    }
    assertThat(isHeldAt(five.server(3), NAME) || isHeldAt(five.server(4), NAME)).isFalse();
    return hold;
  }

  static boolean isAway(Quorums quorum, int index) {
    return quorum.locks().inspectNodes(NAME).get(index).lock().isEmpty();
  }

  /** Makes all servers nodes of one quorum that have forgotten nothing for this long. */
  static void remember(Masters masters, Duration since) {
    masters.servers().forEach(server -> remembers(server, masters.servers().size(), since));
  }

  /**
   * Makes the server one of this many nodes of a quorum that has forgotten nothing for this long,
   * so no client waits for the end of its quarantine.
   */
  static void remembers(RedisServer server, int nodes, Duration since) {
    remembers(server, "00000000000000a1/" + nodes, since);
  }

  static void remembers(RedisServer server, String quorum, Duration since) {
    long born = System.currentTimeMillis() * 1000 - since.toNanos() / 1000;
    String runId = server.info("server").get("run_id");
    server
        .admin()
        .text("SET", "holdfast:rednode", (runId + ":- " + quorum + " ").replace("  ", " ") + born);
  }

  /** The node's record of itself. */
  static String epochAt(RedisServer server) {
    return server.admin().command("GET", "holdfast:rednode") instanceof String epoch ? epoch : "";
  }

  static long bornAt(RedisServer server) {
    String epoch = epochAt(server);
    return Long.parseLong(epoch.substring(epoch.lastIndexOf(' ') + 1));
  }

  /** As a score in the ledger: below all times. */
  static String belowTimes(long number) {
    return Long.toString(-(1L << 52) - number);
  }

  /** The highest token that the node has agreed to. */
  static long tokenAt(RedisServer server, String name) {
    String score = server.admin().text("ZSCORE", "holdfast:redq:{" + name + "}", "#token");
    return -Long.parseLong(score) - (1L << 52);
  }

  static boolean isHeldAt(RedisServer server, String name) {
    return server.admin().number("EXISTS", "holdfast:red:{" + name + "}") == 1;
  }

  /** For how long it is held there without a renewal, in milliseconds; below zero if it is not. */
  static long leaseAt(RedisServer server, String name) {
    return server.admin().number("PTTL", "holdfast:red:{" + name + "}");
  }

  static long ticketsAt(RedisServer server, String name) {
    return server.admin().number("ZCOUNT", "holdfast:redq:{" + name + "}", "(0", "+inf");
  }

  static boolean isFreeAt(RedisServer server, String name) {
    return !isHeldAt(server, name) && ticketsAt(server, name) == 0;
  }

  static void awaitFree(Duration limit, RedisServer server, String name) {
    within(limit).isTrue("nothing is left at " + server, () -> isFreeAt(server, name));
  }

  static void awaitHeld(Duration limit, RedisServer server, String name) {
    within(limit).isTrue("it is held at " + server, () -> isHeldAt(server, name));
  }
}
