package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.engine.AskReply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NodeEligibilityTest {

  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final long OLD = -Duration.ofHours(1).toNanos();
  private static final QuorumId OURS = new QuorumId("b2", 3);
  private static final AcceptorState KNOWS = new AcceptorState(true, 7, true, "epoch");
  private static final Vote GRANTED = new Vote.Granted(new TokenBlock(8, 9), KNOWS, false);
  private static final Vote REFUSED = new Vote.Refused(new AskReply.Held(100, "bob~0:1:1"), KNOWS);

  private final NodeIdentities identities = new NodeIdentities();
  private final Peers peers = new Peers(LEASE);
  private final List<Named> three = Stream.of("a", "b", "c").map(Named::new).toList();

  /** A node that says what it is made to. */
  private static final class Named implements Peer {

    private NodeStatus status;

    Named(String process) {
      this.status = status(process, OLD, Optional.of(OURS), Optional.empty(), 0);
    }

    @Override
    public Optional<NodeStatus> word() {
      return Optional.of(status);
    }

    @Override
    public boolean isYetToTell() {
      return false;
    }

    @Override
    public boolean isOverdue(long beganNanos, long nowNanos) {
      return false;
    }

    @Override
    public OptionalLong microsAhead() {
      return status.microsAhead();
    }

    @Override
    public void tellIfUntold(Optional<QuorumId> most) {}

    @Override
    public void join(QuorumId quorum, boolean isBacked) {}
  }

  private static NodeStatus status(
      String process,
      long bornNanos,
      Optional<QuorumId> quorum,
      Optional<String> problem,
      long microsAhead) {
    return new NodeStatus(
        1, 0, process, "epoch", bornNanos, OptionalLong.of(microsAhead), problem, quorum, true);
  }

  private NodeEligibility first(boolean quarantine) {
    peers.are(three, 0);
    three.forEach(node -> identities.seen(node, node.status.process()));
    peers.told(() -> {}, () -> 0);
    RedLockSettings settings =
        RedLockSettings.builder().maxLease(LEASE).quarantine(quarantine).build();
    return new NodeEligibility(three.get(0), settings, identities, peers);
  }

  private Vote judged(Vote vote) {
    return first(true).judged(vote, three.get(0).status, 0);
  }

  @Test
  void judged_nodeServesWithTheOthersForLong_counts() {
    assertThat(judged(GRANTED)).isEqualTo(GRANTED);
    assertThat(judged(REFUSED)).isEqualTo(REFUSED);
  }

  @Test
  void judged_nodeIsInQuarantine_countsAsANoButNotAsAYes() {
    three.get(0).status = status("a", -1000, Optional.of(OURS), Optional.empty(), 0);
    assertThat(judged(GRANTED))
        .isInstanceOfSatisfying(
            Vote.Excluded.class, vote -> assertThat(vote.reason()).contains("in quarantine"));
    assertThat(judged(REFUSED)).isEqualTo(REFUSED);
  }

  @Test
  void judged_quarantineIsJustOver_counts() {
    three.get(0).status = status("a", -LEASE.toNanos(), Optional.of(OURS), Optional.empty(), 0);
    assertThat(judged(GRANTED)).isEqualTo(GRANTED);
  }

  @Test
  void judged_sameServerAsAnotherNode_doesNotCount() {
    three.get(1).status = three.get(0).status;
    identities.seen(three.get(1), "a");
    assertThat(judged(GRANTED)).isEqualTo(new Vote.Excluded("the same server as another node"));
    assertThat(judged(REFUSED)).isEqualTo(REFUSED.withoutAcceptorState());
  }

  @Test
  void judged_nodeIsAReplica_doesNotCountAndKnowsNothing() {
    three.get(0).status = status("a", OLD, Optional.of(OURS), Optional.of("a replica"), 0);
    assertThat(judged(GRANTED)).isEqualTo(new Vote.Excluded("a replica"));
    assertThat(judged(REFUSED)).isEqualTo(REFUSED.withoutAcceptorState());
  }

  @Test
  void judged_clockIsADayOff_doesNotCount() {
    long day = Duration.ofDays(1).toSeconds() * 1_000_000;
    three.get(0).status = status("a", OLD, Optional.of(OURS), Optional.empty(), day);
    assertThat(judged(GRANTED))
        .isInstanceOfSatisfying(
            Vote.Excluded.class, vote -> assertThat(vote.reason()).contains("24 h"));
  }

  @Test
  void judged_nodeServesAnotherQuorum_doesNotCountAndKnowsNothing() {
    three.get(0).status = status("a", OLD, Optional.of(new QuorumId("z9", 3)), Optional.empty(), 0);
    assertThat(judged(GRANTED)).isInstanceOf(Vote.Excluded.class);
    assertThat(judged(REFUSED)).isEqualTo(REFUSED.withoutAcceptorState());
  }

  @Test
  void judged_withoutQuarantine_countsUnlessItCanBeNoNode() {
    three.get(0).status = status("a", -1000, Optional.empty(), Optional.of("a replica"), 0);
    assertThat(first(false).judged(GRANTED, three.get(0).status, 0)).isEqualTo(GRANTED);
    three.get(0).status =
        status("a", OLD, Optional.of(OURS), Optional.of(NodeStatus.OF_A_CLUSTER), 0);
    assertThat(first(false).judged(GRANTED, three.get(0).status, 0))
        .isEqualTo(new Vote.Excluded(NodeStatus.OF_A_CLUSTER));
  }

  @Test
  void hasProblem_onlyWhatMayBeOverSoon() {
    NodeEligibility eligibility = first(true);
    assertThat(eligibility.hasProblem(null)).isFalse();
    assertThat(eligibility.hasProblem(three.get(0).status)).isFalse();
    assertThat(eligibility.hasProblem(status("a", -1000, Optional.of(OURS), Optional.empty(), 0)))
        .isFalse();
    assertThat(
            eligibility.hasProblem(
                status("a", OLD, Optional.of(OURS), Optional.of("a replica"), 0)))
        .isTrue();
    assertThat(
            eligibility.hasProblem(
                status("a", OLD, Optional.of(new QuorumId("z9", 3)), Optional.empty(), 0)))
        .isTrue();
  }

  @Test
  void word_nodeCannotBeOne_isEmpty() {
    NodeEligibility eligibility = first(true);
    assertThat(eligibility.word(three.get(0).status)).isPresent();
    assertThat(eligibility.word(null)).isEmpty();
    assertThat(eligibility.word(NodeStatus.unknown(1, 0, "LOADING"))).isEmpty();
    assertThat(eligibility.word(status("b", OLD, Optional.of(OURS), Optional.empty(), 0)))
        .isEmpty();
  }
}
