package io.holdfast.lock.redlock;

import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.stream.Collectors;

/** What each node said, for people. */
final class Report {

  private Report() {}

  /** Of a round in which too few have answered. */
  static ServerFailure of(Quorum quorum, List<NodeVote> nodeVotes) {
    String votes =
        nodeVotes.stream()
            .map(nodeVote -> nodeVote.node() + ": " + nodeVote.vote())
            .collect(Collectors.joining("; "));
    String message =
        "no majority: %s of %s nodes are needed (%s)"
            .formatted(quorum.majority(), quorum.size(), votes);
    return new ServerFailure(kind(quorum, nodeVotes), new IllegalStateException(message));
  }

  /** Refused if too few nodes did not refuse: to ask again would not help. */
  private static ServerFailure.Kind kind(Quorum quorum, List<NodeVote> nodeVotes) {
    long refusals = nodeVotes.stream().filter(nodeVote -> isRefused(nodeVote.vote())).count();
    return quorum.size() - refusals < quorum.majority()
        ? ServerFailure.Kind.REFUSED
        : ServerFailure.Kind.UNKNOWN; // a place in a queue may be left: it wants to be ended
  }

  private static boolean isRefused(Vote vote) {
    return vote instanceof Vote.Failed failed
        && failed.failure().kind() == ServerFailure.Kind.REFUSED;
  }
}
