package io.holdfast.lock.redlock;

import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.inbox.Recipient;

/** Brings to a candidate what one node sends about one of its ballots. Without its monitor. */
record Mail(Candidate candidate, Ballot ballot) implements Recipient {

  @Override
  public void granted(InboxMessage.Granted grant) {
    candidate.grantedBy(ballot);
  }

  @Override
  public void wanted() {
    candidate.wanted();
  }

  @Override
  public void lost() {
    candidate.takenAwayAt(ballot);
  }

  @Override
  public void inboxReopened(long sinceNanos) {
    candidate.inboxReopened(sinceNanos);
  }
}
