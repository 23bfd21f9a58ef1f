package io.holdfast.lock.redlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether what a node says counts, by what its server and those of the other nodes have said of
 * themselves. Decides only: it sends nothing, and changes nothing. Any thread.
 */
final class NodeEligibility {

  /** A clock that is further off may have jumped past the end of what a node remembers. */
  private static final Duration CLOCKS_DIFFER = Duration.ofHours(12);

  private final Peer node;
  private final RedLockSettings settings;
  private final NodeIdentities identities;
  private final Peers peers;

  NodeEligibility(Peer node, RedLockSettings settings, NodeIdentities identities, Peers peers) {
    this.node = node;
    this.settings = settings;
    this.identities = identities;
    this.peers = peers;
  }

  /** Why it must not vote for an acquisition that began then; empty if it may. */
  Optional<String> exclusion(NodeStatus known, long beganNanos) {
    Optional<String> misfit = misfit(known);
    return misfit.isPresent() || !settings.quarantine()
        ? misfit
        : peers.strangeness(node, known).or(() -> quarantine(known, beganNanos));
  }

  /** Why its word does not count, whenever it began. */
  Optional<String> misfit(NodeStatus known) {
    if (identities.isAnotherOf(node, known.process())) {
      return Optional.of("the same server as another node");
    }
    if (!settings.quarantine()) {
      return known.microsAhead().isEmpty() || known.isUnfit() ? known.problem() : Optional.empty();
    }
    Duration off = peers.timeOff(known.microsAhead());
    return known.problem().isEmpty() && off.compareTo(CLOCKS_DIFFER) > 0
        ? Optional.of(
            "its clock differs by %s h from that of most nodes: keys that should last a day may be gone"
                .formatted(off.toHours()))
        : known.problem();
  }

  /** Why it is in quarantine for an acquisition that began then; empty if it is not. */
  Optional<String> quarantine(NodeStatus known, long beganNanos) {
    Duration age = Duration.ofNanos(beganNanos - known.bornNanos());
    Duration left = settings.maxLease().minus(age);
    return left.isNegative() || left.isZero()
        ? Optional.empty()
        : Optional.of(
            "in quarantine for %s ms more: it started, or lost its data, less than the longest lease ago"
                .formatted(TimeUnit.MILLISECONDS.convert(left)));
  }

  /** What it said last of itself, if it may be a node. */
  Optional<NodeStatus> word(@Nullable NodeStatus known) {
    return known == null
            || known.process().isEmpty()
            || known.problem().isPresent()
            || identities.isAnotherOf(node, known.process())
        ? Optional.empty()
        : Optional.of(known);
  }

  /** Whether it said something that may be over soon, and for which it does not count. */
  boolean hasProblem(@Nullable NodeStatus known) {
    return known != null
        && (known.problem().isPresent()
            || (settings.quarantine() && peers.strangeness(node, known).isPresent()));
  }

  /** It may have served others, and not know of the holds here. */
  Optional<String> strangeness(NodeStatus known, long beganNanos) {
    return settings.quarantine() ? peers.strangenessOrDoubt(known, beganNanos) : Optional.empty();
  }

  /** A vote, by what is known of its node: what does not count is left out. */
  Vote judged(Vote vote, NodeStatus known, long beganNanos) {
    Optional<String> strangeness = strangeness(known, beganNanos);
    if (vote instanceof Vote.Granted) {
      return exclusion(known, beganNanos)
          .or(() -> strangeness)
          .<Vote>map(Vote.Excluded::new)
          .orElse(vote);
    }
    return misfit(known).or(() -> strangeness).isPresent() ? vote.withoutAcceptorState() : vote;
  }
}
