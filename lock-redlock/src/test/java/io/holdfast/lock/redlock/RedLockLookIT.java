package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A client reports a lock as free only if no hold of it can be valid. */
class RedLockLookIT extends RedLockSuite {

  /** Neither renewed nor topped up. */
  private static final AcquireOptions FIXED = AcquireOptions.defaults().lease(Lease.fixed(LEASE));

  private static final HoldfastSettings PATIENT =
      HoldfastSettings.builder()
          .commandTimeout(Duration.ofSeconds(10))
          .claimLease(Duration.ofMinutes(5))
          .build();

  private Quorums patient(boolean quarantine, List<String> uris) {
    return open(
        RedLockSettings.builder().maxLease(LEASE).quarantine(quarantine).nodeTimeout(SOON),
        PATIENT,
        uris);
  }

  private static void assertHeld(Quorums asked, Hold hold, boolean ours) {
    DistributedLock lock = asked.locks().get(NAME);
    assertThat(lock.isLocked()).isTrue();
    LockInspection.Holder holder = lock.inspect().holder().orElseThrow();
    assertThat(holder.ours()).isEqualTo(ours);
    assertThat(holder.token()).isEqualTo(hold.token());
    assertThat(holder.remaining()).isBetween(Duration.ofMinutes(1), LEASE);
  }

  @Test
  @DisplayName("failure 101: a node of a hold is silent, and others have not voted for it")
  void isLocked_aNodeOfTheHoldIsSilent_isTrue(@FreshServer Masters five) throws Exception {
    Quorums owner = patient(false, five.uris());
    Hold hold = heldAtThree(five, owner, FIXED);
    Quorums other = patient(false, direct(five));
    assertHeld(other, hold, false);
    five.server(2).kill();
    for (int i : List.of(3, 4)) {
      five.proxy(i).heal();
      within(SOON).isTrue("connected again", () -> !isAway(owner, i));
    }
    assertHeld(other, hold, false);
    assertHeld(owner, hold, true);
    assertThat(hold.isValid()).isTrue();
    hold.close();
    for (int i : List.of(0, 1)) {
      awaitFree(SOON, five.server(i), NAME);
    }
    assertThat(other.locks().get(NAME).isLocked()).isFalse();
    assertThat(owner.locks().get(NAME).isLocked()).isFalse();
  }

  @Test
  @DisplayName("failure 101: a node of a hold has forgotten it")
  void isLocked_aNodeOfTheHoldHasForgotten_isTrue(@FreshServer Masters five) throws Exception {
    remember(five, Duration.ofHours(1));
    Quorums other = patient(true, direct(five));
    assertThat(other.locks().get(NAME).isLocked()).isFalse(); // it knows the nodes
    Quorums owner = patient(true, five.uris());
    Hold hold = heldAtThree(five, owner, FIXED);
    five.server(2).admin().text("FLUSHALL");
    assertHeld(other, hold, false);
    assertHeld(patient(true, direct(five)), hold, false);
    assertHeld(owner, hold, true);
    assertThat(hold.isValid()).isTrue();
  }

  @Test
  @DisplayName("failure 101: a node without quarantine has forgotten a hold")
  void isLocked_byTheHolderWhileAMinorityRemembers_isTrue(@FreshServer Masters five)
      throws Exception {
    Quorums owner = patient(false, direct(five));
    Hold hold = heldByAll(owner, five, FIXED);
    for (int i : List.of(0, 1, 2)) {
      five.server(i).admin().text("FLUSHALL");
    }
    assertThat(hold.isValid()).isTrue();
    assertHeld(owner, hold, true);
  }

  /** Each of these may have forgotten a hold after it said so last. */
  @Test
  @DisplayName("failure 101: a majority reports the lock, and not whether it has forgotten")
  void isLocked_aMajorityDoesNotSayWhatItRemembers_cannotBeTold(
      @FreshServer(value = "three", masters = 3) Masters three) {
    remember(three, Duration.ofHours(1));
    HoldfastSettings quick = // but a silent connection is kept for longer
        HoldfastSettings.builder()
            .commandTimeout(Duration.ofSeconds(2))
            .claimLease(Duration.ofMinutes(5))
            .build();
    RedLockSettings.Builder settings =
        RedLockSettings.builder().maxLease(LEASE).quarantine(true).nodeTimeout(SOON);
    DistributedLock lock = open(settings, quick, three.uris()).locks().get(NAME);
    within(SOON).isTrue("it knows the nodes", () -> isSaidToBeFree(lock));
    LuaScript standing = LuaScript.load(LuaScript.Source.beside(QuorumNode.class), "standing.lua");
    Command ask = Command.script(standing.text(), standing.sha1());
    Rule first = three.proxy(0).when(ask).holdReply();
    Rule second = three.proxy(1).when(ask).holdReply();
    assertThatThrownBy(lock::isLocked).isInstanceOf(LockServerException.class);
    assertThat(first.fired()).isEqualTo(1);
    assertThat(second.fired()).isEqualTo(1);
  }

  private static boolean isSaidToBeFree(DistributedLock lock) {
    try {
      return !lock.isLocked();
    } catch (LockServerException e) { // still connecting
      return false;
    }
  }

  @Test
  @DisplayName("failure 101: a majority has forgotten all holds")
  void isLocked_aMajorityHasForgotten_cannotBeTold(@FreshServer Masters five) {
    List.of(0, 1).forEach(i -> remembers(five.server(i), 5, Duration.ofHours(1)));
    DistributedLock lock = patient(true, direct(five)).locks().get(NAME);
    assertThatThrownBy(lock::isLocked)
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("3 of 5 nodes are needed (")
        .hasMessageContaining("in quarantine for");
    remembers(five.server(2), 5, Duration.ofHours(1));
    assertThat(patient(true, direct(five)).locks().get(NAME).isLocked()).isFalse();
  }
}
