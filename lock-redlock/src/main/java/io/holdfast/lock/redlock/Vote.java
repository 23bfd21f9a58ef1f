package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.OptionalLong;

/** What one node has said in a round of votes. */
sealed interface Vote {

  /** Nothing yet. */
  record Open() implements Vote {
    @Override
    public String toString() {
      return "no answer yet";
    }
  }

  /**
   * Yes.
   *
   * @param block what it has for this: tokens, if it has agreed to them
   * @param acceptorState what it remembers
   * @param othersWait whether tickets are queued at it
   */
  record Granted(TokenBlock block, AcceptorState acceptorState, boolean othersWait)
      implements Vote {
    @Override
    public String toString() {
      return "granted";
    }
  }

  /**
   * No: it is another's.
   *
   * @param reply who has it, for how long
   * @param acceptorState what it remembers
   */
  record Refused(AskReply.Held reply, AcceptorState acceptorState) implements Vote {
    @Override
    public String toString() {
      return "held by %s for %s ms more"
          .formatted(ClientId.labelOf(reply.holderId()), Math.max(0, reply.holderMillisLeft()));
    }
  }

  /**
   * No, but the ticket is queued there.
   *
   * @param reply where it stands
   * @param acceptorState what it remembers
   */
  record Waiting(AskReply.Queued reply, AcceptorState acceptorState) implements Vote {

    /** For the engine of the quorum, which does not know of the echo of one node. */
    AskReply.Queued replyOfQuorum() {
      return new AskReply.Queued(
          reply.seq(), reply.arrival(), reply.holderMillisLeft(), OptionalLong.empty());
    }

    @Override
    public String toString() {
      return "queued";
    }
  }

  /** Yes, but its lease was over before the others had said so. */
  record Ended() implements Vote {
    @Override
    public String toString() {
      return "granted, but expired by now";
    }
  }

  /**
   * It does not count, whatever it said.
   *
   * @param reason why
   */
  record Excluded(String reason) implements Vote {
    @Override
    public String toString() {
      return reason;
    }
  }

  /**
   * Nothing that can be used.
   *
   * @param failure what happened
   */
  record Failed(ServerFailure failure) implements Vote {
    @Override
    public String toString() {
      return FailureReason.of(failure.cause());
    }
  }

  /** What an answer means. */
  static Vote of(Outcome<AskReply> outcome) {
    if (outcome instanceof Outcome.Failed<AskReply> failed) {
      return new Failed(failed.failure());
    }
    AskReply reply = ((Outcome.Answered<AskReply>) outcome).reply();
    if (reply instanceof AskReply.Acquired acquired) {
      return new Granted(
          new TokenBlock(acquired.firstToken(), acquired.lastToken()),
          AcceptorState.of(acquired.detail()),
          acquired.othersWait());
    }
    if (reply instanceof AskReply.Held held) {
      return new Refused(held, AcceptorState.of(held.detail()));
    }
    if (reply instanceof AskReply.Queued queued) {
      return new Waiting(queued, AcceptorState.of(queued.detail()));
    }
    return failed(ServerFailure.Kind.NOT_EXECUTED, "withdrawn there");
  }

  /** A failure that is nobody's exception. */
  static Vote failed(ServerFailure.Kind kind, String message) {
    return new Failed(new ServerFailure(kind, new IllegalStateException(message)));
  }

  /** What the node remembers, as far as it has said so. */
  default AcceptorState acceptorState() {
    return AcceptorState.NONE;
  }

  /** The same, of a node of which nothing is known but what it just said. */
  default Vote withoutAcceptorState() {
    if (this instanceof Refused refused) {
      return new Refused(refused.reply(), AcceptorState.NONE);
    }
    return this instanceof Waiting waiting
        ? new Waiting(waiting.reply(), AcceptorState.NONE)
        : this;
  }

  /** Whether the server has said yes or no. */
  default boolean isAnswer() {
    return this instanceof Granted || this instanceof Ended || isNo();
  }

  /** Whether the server has, or may still: the others may have decided before it could. */
  default boolean mayAnswer() {
    return isAnswer() || this instanceof Open;
  }

  /** Whether it is another's there. */
  default boolean isNo() {
    return this instanceof Refused || this instanceof Waiting;
  }

  /** Whether the node keeps something of it; what does not count may have been granted. */
  default boolean mayBeThere() {
    return this instanceof Granted || this instanceof Waiting || this instanceof Excluded;
  }

  /** Whether the request may arrive, or have arrived, without our knowing. */
  default boolean isUncertain() {
    return this instanceof Open
        || (this instanceof Failed failed && failed.failure().kind() == ServerFailure.Kind.UNKNOWN);
  }
}
