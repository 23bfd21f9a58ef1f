package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A node remembers tokens for a day: longer than holds last, and by its own clock. */
class RedLockLedgerIT extends RedLockSuite {

  private static final String QUEUE = "holdfast:redq:{" + NAME + "}";
  private static final long HALF_A_DAY = Duration.ofHours(12).toSeconds();

  /** The ledger was used last when the hold began, nearly a day ago. */
  @Test
  @DisplayName("failure 106: a hold lasts for more than a day")
  void extend_ledgerIsAboutToExpire_lastsForADayMore(
      @FreshServer(value = "three", masters = 3) Masters three) throws Exception {
    Quorums quorum = open(three.uris());
    Hold hold = heldByAll(quorum, three, AcquireOptions.defaults().lease(Lease.fixed(LEASE)));
    three.servers().forEach(server -> server.admin().number("EXPIRE", QUEUE, "600"));
    hold.extend(LEASE.minusSeconds(1));
    for (RedisServer server : three.servers()) {
      within(SOON).isTrue("it lasts", () -> server.admin().number("TTL", QUEUE) > HALF_A_DAY);
    }
    hold.close();
  }

  /** Data in place of a lost ledger is foreign. */
  @Test
  void extend_somebodyElsesDataInPlaceOfTheLedger_keepsItsTimeToLive(
      @FreshServer(value = "three", masters = 3) Masters three) throws Exception {
    Quorums quorum = open(three.uris());
    Hold hold = heldByAll(quorum, three, AcquireOptions.defaults().lease(Lease.fixed(LEASE)));
    for (RedisServer server : three.servers()) {
      server.admin().number("DEL", QUEUE);
      server.admin().text("SET", QUEUE, "theirs");
    }
    hold.extend(LEASE.minusSeconds(1));
    for (RedisServer server : three.servers()) {
      assertThat(server.admin().number("TTL", QUEUE)).isEqualTo(-1);
      server.admin().number("DEL", QUEUE);
    }
    hold.close();
  }

  /** Its ledgers have expired, and its epoch seems old enough for it to be sure. */
  @Test
  @DisplayName("failure 107: the clock of a node jumps by more than a day")
  void tryLock_clockOfANodeIsADayAhead_itsWordDoesNotCount(
      @FreshServer(value = "two", masters = 2) Masters two,
      @FreshServer(value = "jumps", clock = true) RedisServer third) {
    List<String> uris = new ArrayList<>(direct(two));
    uris.add(third.uri());
    two.servers().forEach(server -> remembers(server, 3, Duration.ofHours(1)));
    remembers(third, 3, Duration.ofHours(1));
    Quorums known = open(RedLockSettings.builder().maxLease(LEASE), uris);
    within(SOON).isTrue("had", () -> isVotedOn(known.locks(), NAME));
    third.clock().set(Duration.ofMinutes(25 * 60 + 30));
    Quorums unknown = open(RedLockSettings.builder().maxLease(LEASE), uris);
    within(SOON).isTrue("had by the other two", () -> isVotedOn(unknown.locks(), NAME));
    within(SOON)
        .isTrue(
            "it says why",
            () ->
                unknown
                    .locks()
                    .inspectNodes(NAME)
                    .get(2)
                    .problem()
                    .orElse("")
                    .contains("its clock differs by 25 h"));
    assertThat(List.of(0, 1))
        .allMatch(i -> unknown.locks().inspectNodes(NAME).get(i).problem().isEmpty());
  }
}
