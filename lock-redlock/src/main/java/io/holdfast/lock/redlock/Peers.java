package io.holdfast.lock.redlock;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Whether the nodes serve the same quorum. A server that served another one has forgotten nothing,
 * and yet knows nothing of the holds here. So a node counts only if it serves what a majority
 * serves; and to serve another quorum is to begin another epoch. Any thread.
 */
final class Peers {

  private final Duration maxLease;
  private final QuorumJoining joining = new QuorumJoining(this);
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
  private volatile List<? extends Peer> nodes = List.of();
  private volatile Optional<QuorumId> served = Optional.empty();
  private volatile Optional<Change> change = Optional.empty(); // the last one
  private volatile OptionalLong middleAhead = OptionalLong.empty();
  private volatile long beganNanos;

  Peers(Duration maxLease) {
    this.maxLease = maxLease;
  }

  /**
   * That a majority was found to serve a quorum.
   *
   * @param isUnderWay whether answers may count by the quorum before yet
   * @param nanos since when none does; for the first one since the client began
   */
  private record Change(QuorumId to, boolean isUnderWay, long nanos) {}

  /** A vote that is judged when enough nodes have told which quorum they serve. */
  private record Waiting(Peer node, Runnable then) {}

  /** These, in the order of the list. */
  void are(List<? extends Peer> all, long nowNanos) {
    nodes = all;
    beganNanos = nowNanos;
  }

  /** In the order of the list. */
  List<? extends Peer> all() {
    return nodes;
  }

  long beganNanos() {
    return beganNanos;
  }

  boolean isMajority(long count) {
    return count > nodes.size() / 2;
  }

  /** What a majority of the nodes serves, by what they said last. */
  Optional<QuorumId> served() {
    return served;
  }

  // ---- whether a node is one of them

  /** Why it is none of them, or not yet; empty if it is, or if that is not certain yet. */
  Optional<String> strangeness(Peer node, NodeStatus known) {
    return isOne(known) || isOpen(node, known) ? Optional.empty() : Optional.of(reason(known));
  }

  /**
   * The same for an answer to what began then; also if it is not certain, and if most nodes served
   * another quorum then: answers that are counted together are to be of one quorum.
   */
  Optional<String> strangenessOrDoubt(NodeStatus known, long beganNanos) {
    if (!isOne(known)) {
      return Optional.of(reason(known));
    }
    return change
        .filter(last -> last.isUnderWay() || beganNanos - last.nanos() < 0)
        .map(last -> "most nodes now serve another quorum");
  }

  private boolean isOne(NodeStatus known) {
    Optional<QuorumId> most = served;
    return most.isPresent() && most.equals(known.quorum());
  }

  private String reason(NodeStatus known) {
    return foreignness(known)
        .orElseGet(
            () ->
                "in quarantine for up to %s ms more: it has not served with most of the nodes yet"
                    .formatted(maxLease.toMillis()));
  }

  /**
   * Those that serve another quorum which clients of that use, each with a word on it. No node is
   * between having told and being counted meanwhile: those that serve the same as it would seem
   * foreign.
   */
  synchronized List<String> foreignNodes() {
    return nodes.stream()
        .flatMap(
            node -> node.word().flatMap(this::foreignness).map(why -> node + ": " + why).stream())
        .toList();
  }

  /** Which other quorum it serves, if clients of that use it. */
  Optional<String> foreignness(NodeStatus known) {
    Optional<QuorumId> other =
        known.quorum().filter(its -> known.isUsed() && isForeign(its, known));
    return other.map(
        its ->
            "it serves %s. It is taken over once no client of that quorum has sent it a request for %s ms"
                .formatted(describe(its), maxLease.toMillis()));
  }

  /** One that began lately may yet come to serve with the others. */
  private boolean isForeign(QuorumId id, NodeStatus known) {
    Optional<QuorumId> most = served;
    boolean isOld = !isYoung(known, known.readNanos());
    return id.size() != nodes.size() || most.map(ours -> !ours.equals(id)).orElse(isOld);
  }

  private String describe(QuorumId other) {
    return other.size() == nodes.size()
        ? "another quorum (id %s)".formatted(other.id())
        : "a quorum of %s nodes, but %s are listed here: all clients must list the same nodes"
            .formatted(other.size(), nodes.size());
  }

  /**
   * By how much a clock is off from that in the middle of those that have told; nothing before a
   * majority has.
   *
   * @param microsAhead by how much it is ahead of the local one
   */
  Duration timeOff(OptionalLong microsAhead) {
    OptionalLong middle = middleAhead;
    return microsAhead.isEmpty() || middle.isEmpty()
        ? Duration.ZERO
        : Duration.of(Math.abs(microsAhead.getAsLong() - middle.getAsLong()), ChronoUnit.MICROS);
  }

  private OptionalLong middleAhead() {
    long[] ahead =
        nodes.stream()
            .map(Peer::microsAhead)
            .flatMapToLong(OptionalLong::stream)
            .sorted()
            .toArray();
    return isMajority(ahead.length)
        ? OptionalLong.of(ahead[(ahead.length - 1) / 2])
        : OptionalLong.empty();
  }

  // ---- when that is certain

  /** To be done when it is certain. Runs in this thread, or in one that hears of a node. */
  void whenCertain(Peer node, Runnable then) {
    if (served.isPresent() || !isOpen(node)) {
      then.run();
      return;
    }
    Waiting one = new Waiting(node, then);
    waiting.add(one);
    if (!isOpen(node) && waiting.remove(one)) {
      then.run();
    }
  }

  /**
   * A node has told what it serves, and what time it is there: counts anew, and never behind one
   * that knows more. While most nodes come to serve another quorum no answer counts: this thread
   * may stand still between any two steps.
   *
   * @param hearing takes down what it has told
   */
  synchronized void told(Runnable hearing, MonotonicClock clock) {
    hearing.run();
    Map<QuorumId, Integer> counts = counts();
    Optional<QuorumId> most =
        counts.entrySet().stream()
            .filter(each -> isMajority(each.getValue()))
            .map(Map.Entry::getKey)
            .findFirst();
    boolean isAnother =
        most.isPresent() && change.filter(last -> !last.to().equals(most.get())).isPresent();
    if (isAnother) {
      change = Optional.of(new Change(most.get(), true, 0));
    } else if (most.isPresent() && change.isEmpty()) {
      change = Optional.of(new Change(most.get(), false, beganNanos));
    }
    served = most;
    if (isAnother) {
      change = Optional.of(new Change(most.get(), false, clock.nanoTime() + 1));
    }
    middleAhead = middleAhead();
  }

  /** What has been told, or could not be, may make something certain. */
  void settle() {
    for (Waiting one : List.copyOf(waiting)) {
      if (!isOpen(one.node()) && waiting.remove(one)) {
        one.then().run();
      }
    }
  }

  private boolean isOpen(Peer node) {
    return node.word().filter(known -> isOpen(node, known)).isPresent();
  }

  /** Whether a majority may yet turn out to serve the same. */
  private boolean isOpen(Peer node, NodeStatus known) {
    Optional<QuorumId> its = known.quorum();
    if (served.isPresent() || its.isEmpty() || its.get().size() != nodes.size()) {
      return false;
    }
    int same = 0;
    for (Peer other : nodes) {
      boolean isSame =
          other.equals(node)
              || other.word().map(NodeStatus::quorum).filter(its::equals).isPresent();
      same += isSame || other.isYetToTell() ? 1 : 0;
    }
    return isMajority(same);
  }

  /** How many nodes serve each quorum of this size; the smallest first. */
  Map<QuorumId, Integer> counts() {
    Map<QuorumId, Integer> counts = new TreeMap<>();
    for (Peer node : nodes) {
      node.word()
          .flatMap(NodeStatus::quorum)
          .filter(id -> id.size() == nodes.size())
          .ifPresent(id -> counts.merge(id, 1, Integer::sum));
    }
    return counts;
  }

  // ---- having them serve the same

  /** As {@link QuorumJoining#gather}. */
  void gather(long nowNanos) {
    joining.gather(nowNanos);
  }

  /** Whether it serves a quorum of another number of nodes. */
  boolean isOfAnotherList(NodeStatus known) {
    return known.quorum().filter(id -> id.size() != nodes.size()).isPresent();
  }

  boolean isYoung(NodeStatus known, long nowNanos) {
    return nowNanos - known.bornNanos() < maxLease.toNanos();
  }
}
