package io.holdfast.lock.redlock;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has nodes join the quorum that most of them serve, or one that a client proposes. Any thread; the
 * servers decide whether they join.
 */
final class QuorumJoining {

  private final Peers peers;
  private volatile Optional<QuorumId> drawn = Optional.empty(); // if nobody has any

  QuorumJoining(Peers peers) {
    this.peers = peers;
  }

  /**
   * Has nodes serve what most of them do; or what a client proposes, once all have told, or have
   * had the time for it.
   */
  void gather(long nowNanos) {
    Optional<QuorumId> most = peers.served();
    QuorumId proposed = most.orElse(null);
    if (proposed == null) {
      if (!haveHadTime(nowNanos) || isAnotherListInUse()) {
        return;
      }
      proposed = proposal();
    }
    List<Peer> takers = new ArrayList<>();
    int serving = 0;
    for (Peer node : peers.all()) {
      Optional<NodeStatus> known = node.word();
      if (known.isPresent() && known.get().quorum().filter(proposed::equals).isPresent()) {
        serving++;
        node.tellIfUntold(most);
      } else if (known.isPresent() && mayTake(known.get(), proposed, most.isPresent(), nowNanos)) {
        takers.add(node);
      }
    }
    if (peers.isMajority(serving + takers.size())) {
      for (Peer node : takers) {
        node.join(proposed, most.isPresent());
      }
    }
  }

  /**
   * Whether clients that list another number of nodes use any of these. The others may only seem
   * free: those clients cannot reach them now, and hold locks by a majority of their list.
   */
  private boolean isAnotherListInUse() {
    return peers.all().stream()
        .flatMap(node -> node.word().stream())
        .anyMatch(known -> known.isUsed() && peers.isOfAnotherList(known));
  }

  private boolean isOfAShorterList(NodeStatus known) {
    return known.quorum().filter(id -> id.size() < peers.all().size()).isPresent();
  }

  /** The one that most serve, the smallest of equals; or a new one. */
  private QuorumId proposal() {
    QuorumId best = null;
    int count = 0;
    for (Map.Entry<QuorumId, Integer> each : peers.counts().entrySet()) {
      if (each.getValue() > count) {
        best = each.getKey();
        count = each.getValue();
      }
    }
    if (best != null) {
      return best;
    }
    QuorumId fresh = drawn.orElseGet(() -> QuorumId.drawn(peers.all().size()));
    drawn = Optional.of(fresh);
    return fresh;
  }

  /** As the server decides it. */
  private boolean mayTake(NodeStatus known, QuorumId proposed, boolean isBacked, long nowNanos) {
    Optional<QuorumId> its = known.quorum();
    if (its.isEmpty() || !known.isUsed()) {
      return true;
    }
    if (peers.isOfAnotherList(known)) {
      return isBacked && isOfAShorterList(known);
    }
    return peers.isYoung(known, nowNanos) && (isBacked || proposed.compareTo(its.get()) < 0);
  }

  private boolean haveHadTime(long nowNanos) {
    long words = peers.all().stream().filter(node -> node.word().isPresent()).count();
    return words == peers.all().size()
        || (peers.isMajority(words)
            && peers.all().stream().allMatch(node -> hasHadTime(node, nowNanos)));
  }

  private boolean hasHadTime(Peer node, long nowNanos) {
    return node.word().isPresent() || node.isOverdue(peers.beganNanos(), nowNanos);
  }
}
