package io.holdfast.lock.core.server;

/** What a failed request says of the connection that it was sent over. */
enum Symptom {
  /** No answer came: the connection may be dead although nobody has closed it. */
  UNANSWERED,
  /** It was closed by us, so Lettuce does not reconnect it. */
  CLOSED,
  /** Lettuce has no connection at present; of a cluster, to one of its nodes. */
  NOT_CONNECTED,
  /** Its server is not the master any more. */
  OF_REPLICA,
  /** Nothing is wrong with it. */
  NONE;

  static Symptom of(ServerFailure failure, boolean isCluster) {
    if (failure.kind() == ServerFailure.Kind.UNKNOWN) {
      return UNANSWERED;
    } else if (failure.isOfClosedConnection()) {
      return CLOSED;
    } else if (failure.isNotConnected() || (isCluster && failure.isUnreached())) {
      return NOT_CONNECTED;
    }
    return failure.isOfReplica() ? OF_REPLICA : NONE;
  }
}
