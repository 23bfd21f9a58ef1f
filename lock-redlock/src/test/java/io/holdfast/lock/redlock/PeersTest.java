package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PeersTest {

  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final long OLD = -Duration.ofHours(1).toNanos();
  private static final QuorumId OURS = new QuorumId("b2", 3);
  private static final QuorumId SMALLER = new QuorumId("a1", 3);
  private static final QuorumId LARGER = new QuorumId("c3", 3);
  private static final QuorumId SHORTER = new QuorumId("a1", 2);
  private static final QuorumId LONGER = new QuorumId("c3", 5);

  private final Peers peers = new Peers(LEASE);
  private final List<Told> three = Stream.generate(Told::new).limit(3).toList();
  private long nowNanos;

  PeersTest() {
    peers.are(three, nowNanos);
  }

  /** A node that says what it is made to. */
  private static final class Told implements Peer {

    private Optional<NodeStatus> word = Optional.empty();
    private boolean isOverdue;
    private final List<String> asked = new ArrayList<>();

    private void serves(QuorumId quorum, long bornNanos, boolean isUsed) {
      word =
          Optional.of(
              new NodeStatus(
                  1,
                  0,
                  "process",
                  "epoch",
                  bornNanos,
                  OptionalLong.of(0),
                  Optional.empty(),
                  Optional.ofNullable(quorum),
                  isUsed));
    }

    @Override
    public String toString() {
      return "node";
    }

    @Override
    public Optional<NodeStatus> word() {
      return word;
    }

    @Override
    public boolean isYetToTell() {
      return word.isEmpty() && !isOverdue;
    }

    @Override
    public boolean isOverdue(long beganNanos, long nowNanos) {
      return isOverdue;
    }

    @Override
    public OptionalLong microsAhead() {
      return word.map(NodeStatus::microsAhead).orElse(OptionalLong.empty());
    }

    @Override
    public void tellIfUntold(Optional<QuorumId> most) {}

    @Override
    public void join(QuorumId quorum, boolean isBacked) {
      asked.add(quorum + (isBacked ? " backed" : ""));
    }
  }

  private void serve(QuorumId... quorums) {
    peers.told(
        () -> {
          for (int i = 0; i < quorums.length; i++) {
            three.get(i).serves(quorums[i], OLD, true);
          }
        },
        () -> nowNanos);
  }

  private NodeStatus word(int node) {
    return three.get(node).word().orElseThrow();
  }

  // ---- which answers count together

  @Test
  void strangenessOrDoubt_servesWithMost_isNone() {
    serve(OURS, OURS, SMALLER);
    assertThat(peers.served()).contains(OURS);
    assertThat(peers.strangenessOrDoubt(word(0), nowNanos)).isEmpty();
    assertThat(peers.strangenessOrDoubt(word(2), nowNanos))
        .hasValueSatisfying(why -> assertThat(why).contains("another quorum (id a1)"));
  }

  @Test
  @DisplayName("failure 154: most nodes come to serve another quorum while a lock is asked for")
  void strangenessOrDoubt_mostServeAnotherSinceItBegan_doesNotCount() {
    serve(OURS, OURS, SMALLER);
    nowNanos = 1000;
    serve(SMALLER, OURS, SMALLER);
    assertThat(peers.served()).contains(SMALLER);
    assertThat(peers.strangenessOrDoubt(word(0), 1000))
        .contains("most nodes now serve another quorum");
    assertThat(peers.strangenessOrDoubt(word(0), 1001)).isEmpty();
  }

  @Test
  void strangenessOrDoubt_mostServeTheSameAgain_doesNotCount() {
    serve(OURS, OURS, SMALLER);
    nowNanos = 1000;
    serve(SMALLER, OURS, SMALLER);
    nowNanos = 2000;
    serve(OURS, OURS, SMALLER);
    assertThat(peers.strangenessOrDoubt(word(0), 999)).isPresent();
    assertThat(peers.strangenessOrDoubt(word(0), 1500)).isPresent();
    assertThat(peers.strangenessOrDoubt(word(0), 2001)).isEmpty();
  }

  /** One of them restarted, and serves with the others again. */
  @Test
  void strangenessOrDoubt_noMajorityForAWhile_counts() {
    serve(OURS, OURS, SMALLER);
    three.get(0).serves(null, OLD, false);
    peers.told(() -> {}, () -> nowNanos);
    assertThat(peers.served()).isEmpty();
    assertThat(peers.strangenessOrDoubt(word(1), nowNanos)).isPresent();
    serve(OURS, OURS, SMALLER);
    assertThat(peers.strangenessOrDoubt(word(1), nowNanos)).isEmpty();
  }

  // ---- which nodes others use

  @Test
  void foreignNodes_inUseWithAnotherQuorum_areNamed() {
    serve(OURS, OURS, SMALLER);
    assertThat(peers.foreignNodes())
        .singleElement(STRING)
        .startsWith("node: it serves another quorum (id a1)");
    serve(OURS, OURS, OURS);
    assertThat(peers.foreignNodes()).isEmpty();
    three.get(2).serves(SMALLER, OLD, false);
    assertThat(peers.foreignNodes()).as("no client of it lives").isEmpty();
  }

  /** All nodes serve the same, and not all of them are counted: they would seem to be others'. */
  @Test
  void foreignNodes_nodesAreBeingCounted_waits() {
    three.get(0).serves(OURS, OLD, true);
    peers.told(() -> {}, () -> nowNanos);
    CompletableFuture<List<String>> foreign = new CompletableFuture<>();
    Thread asking = new Thread(() -> foreign.complete(peers.foreignNodes()), "asking");
    peers.told(
        () -> {
          three.get(1).serves(OURS, OLD, true);
          three.get(2).serves(OURS, OLD, true);
          asking.start();
          eventually()
              .isTrue("it waits", () -> foreign.isDone() || asking.getState() == State.BLOCKED);
        },
        () -> nowNanos);
    assertThat(foreign).succeedsWithin(Duration.ofSeconds(60)).asInstanceOf(LIST).isEmpty();
  }

  // ---- when that is certain

  @Test
  @DisplayName("failure 154: a node votes before most nodes have said which quorum they serve")
  void whenCertain_othersAreYetToTell_waitsForThem() {
    three.get(0).serves(OURS, OLD, true);
    peers.told(() -> {}, () -> nowNanos);
    AtomicInteger judged = new AtomicInteger();
    peers.whenCertain(three.get(0), judged::incrementAndGet);
    peers.settle();
    assertThat(judged).hasValue(0);
    serve(OURS, OURS);
    peers.settle();
    peers.settle();
    assertThat(judged).hasValue(1);
    assertThat(peers.strangeness(three.get(0), word(0))).isEmpty();
  }

  @Test
  void whenCertain_othersCannotTell_waitsNoLonger() {
    three.get(0).serves(OURS, OLD, true);
    peers.told(() -> {}, () -> nowNanos);
    AtomicInteger judged = new AtomicInteger();
    peers.whenCertain(three.get(0), judged::incrementAndGet);
    three.get(1).isOverdue = true;
    peers.settle();
    assertThat(judged).as("one may yet serve the same").hasValue(0);
    three.get(2).isOverdue = true;
    peers.settle();
    assertThat(judged).hasValue(1);
    assertThat(peers.strangenessOrDoubt(word(0), nowNanos)).isPresent();
  }

  @Test
  void whenCertain_servesAnotherNumberOfNodes_doesNotWait() {
    three.get(0).serves(LONGER, OLD, true);
    peers.told(() -> {}, () -> nowNanos);
    AtomicInteger judged = new AtomicInteger();
    peers.whenCertain(three.get(0), judged::incrementAndGet);
    assertThat(judged).hasValue(1);
  }

  // ---- who is to serve what

  /** What each of them is asked to serve; one that is not asked serves it, or is left alone. */
  private List<List<String>> gathered() {
    three.forEach(node -> node.asked.clear());
    peers.told(() -> {}, () -> nowNanos);
    peers.gather(nowNanos);
    return three.stream().map(node -> List.copyOf(node.asked)).toList();
  }

  private static List<String> asked(QuorumId quorum) {
    return List.of(quorum.toString());
  }

  private static List<String> backed(QuorumId quorum) {
    return List.of(quorum + " backed");
  }

  @Test
  void gather_mostServeOne_theOthersAreToServeItUnlessTheyAreInUse() {
    serve(OURS, OURS);
    three.get(2).serves(SMALLER, OLD, true);
    assertThat(gathered()).containsExactly(List.of(), List.of(), List.of());
    three.get(2).serves(SMALLER, OLD, false);
    assertThat(gathered()).containsExactly(List.of(), List.of(), backed(OURS));
    three.get(2).serves(SMALLER, 0, true);
    assertThat(gathered()).containsExactly(List.of(), List.of(), backed(OURS));
  }

  @Test
  void gather_severalHaveJustBegun_theSmallestOfThoseThatMostServeIsProposed() {
    three.get(0).serves(LARGER, 0, true);
    three.get(1).serves(OURS, 0, true);
    three.get(2).serves(SMALLER, 0, true);
    assertThat(gathered()).containsExactly(asked(SMALLER), asked(SMALLER), List.of());
  }

  @Test
  void gather_notAllHaveHadTimeToTell_waits() {
    three.get(0).serves(null, 0, false);
    three.get(1).serves(null, 0, false);
    assertThat(gathered()).containsOnly(List.of());
    three.get(2).isOverdue = true;
    assertThat(gathered().get(0)).isNotEmpty().isEqualTo(gathered().get(1));
  }

  @Test
  @DisplayName("failure 144: a client lists another number of nodes, of which most seem free")
  void gather_aNodeIsUsedWithAnotherList_nothingIsProposed() {
    three.get(0).serves(null, 0, false);
    three.get(1).serves(null, 0, false);
    three.get(2).serves(LONGER, 0, true);
    assertThat(gathered()).containsOnly(List.of());
    three.get(2).serves(SHORTER, OLD, true);
    assertThat(gathered()).containsOnly(List.of());
    three.get(2).serves(SHORTER, 0, true); // it restarted: the list it serves may be an old one
    assertThat(gathered()).containsOnly(List.of());
    three.get(2).serves(LONGER, OLD, false);
    assertThat(gathered()).doesNotContain(List.of());
  }

  @Test
  @DisplayName("failure 153: two lists of different length have not seen each other")
  void gather_mostServeOneAndTheRestAShorterList_isTakenOver() {
    serve(OURS, OURS, SHORTER);
    assertThat(gathered()).containsExactly(List.of(), List.of(), backed(OURS));
    three.get(2).serves(LONGER, 0, true);
    assertThat(gathered()).containsOnly(List.of());
  }
}
