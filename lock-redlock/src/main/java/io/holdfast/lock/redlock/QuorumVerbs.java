package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Administration.Holder;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.BlockedVerbs;
import io.holdfast.lock.core.engine.ChangeRequest;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.ReplyTimeout;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests of an exclusive lock, each to all nodes. */
final class QuorumVerbs implements LockVerbs, Administration {

  private final Quorum quorum;
  private final QuorumRead quorumRead;
  private final Map<String, QuorumAcquisition> acquisitions =
      new ConcurrentHashMap<>(); // by acquisition

  QuorumVerbs(Quorum quorum) {
    this.quorum = quorum;
    this.quorumRead = new QuorumRead(quorum);
  }

  /** Of how many acquisitions anything is, or may be, at the nodes. */
  int size() {
    return acquisitions.size();
  }

  @Override
  public void ask(AskRequest question, Consumer<Outcome<AskReply>> then) {
    acquisitions
        .computeIfAbsent(question.id(), id -> new QuorumAcquisition(quorum, question))
        .ask(
            question,
            outcome -> {
              if (isRefusal(outcome)) {
                acquisitions.remove(question.id()); // nothing of it is anywhere: no release comes
              }
              then.accept(outcome);
            });
  }

  private static boolean isRefusal(Outcome<AskReply> outcome) {
    return outcome instanceof Outcome.Answered<AskReply> answer
        ? answer.reply() instanceof AskReply.Held
        : ((Outcome.Failed<AskReply>) outcome).failure().kind() == ServerFailure.Kind.REFUSED;
  }

  @Override
  public void release(LockKeys keys, ReleaseRequest departure, Consumer<Outcome<Released>> then) {
    QuorumAcquisition leaving = acquisitions.remove(departure.ids());
    if (leaving == null) {
      quorum.engine().later(() -> then.accept(answer(false)));
      return;
    }
    Thread caller = Thread.currentThread();
    leaving
        .end()
        .whenComplete(
            (wasHeld, thrown) -> {
              Outcome<Released> answer = answer(isHeld(wasHeld, thrown));
              if (Thread.currentThread().equals(caller)) { // never inside the call of a request
                quorum.engine().later(() -> then.accept(answer));
              } else {
                then.accept(answer);
              }
            });
  }

  private static Outcome<Released> answer(boolean wasHeld) {
    return new Outcome.Answered<>(new Released(wasHeld, Optional.empty()));
  }

  @Override
  public void releaseAndAsk(ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {
    QuorumAcquisition leaving = acquisitions.remove(old.ids());
    TurnoverReply reply = new TurnoverReply(quorum.engine()::later, then);
    if (leaving == null) {
      reply.released(false);
      ask(next, reply::next);
      return;
    }
    QuorumAcquisition following = new QuorumAcquisition(quorum, next);
    acquisitions.put(next.id(), following);
    // The next is not to wait for the nodes that are slow to let go of this one.
    Consumer<Outcome<Boolean>> inTime =
        ReplyTimeout.with(quorum.engine(), quorum.nodeTimeout(), reply::released);
    leaving
        .handOn(following, next, reply::next)
        .whenComplete(
            (wasHeld, thrown) -> inTime.accept(new Outcome.Answered<>(isHeld(wasHeld, thrown))));
  }

  /** What was given up by too many nodes to tell ends with its lease, if it was there. */
  private static boolean isHeld(@Nullable Boolean wasHeld, @Nullable Throwable thrown) {
    return thrown != null || Boolean.TRUE.equals(wasHeld);
  }

  @Override
  public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    new RenewalRound(quorum, renewals, then)
        .send(
            renewal ->
                Optional.ofNullable(acquisitions.get(renewal.id()))
                    .flatMap(QuorumAcquisition::held));
  }

  // ---- looking, and taking away

  @Override
  public void inspect(LockKeys keys, Consumer<Outcome<State>> then) {
    quorumRead.inspect(keys, () -> ownHold(keys), then);
  }

  @Override
  public void inspectAll(LockKeys keys, Consumer<Outcome<State>> then) {
    inspect(keys, then);
  }

  @Override
  public BlockedVerbs blocked() {
    return new QuorumBlocked(quorum);
  }

  private Optional<Holder> ownHold(LockKeys keys) {
    return acquisitions.values().stream()
        .filter(acquisition -> acquisition.isFor(keys))
        .flatMap(acquisition -> acquisition.validHold().stream())
        .findFirst();
  }

  @Override
  public void force(LockKeys keys, Consumer<Outcome<Boolean>> then) {
    quorumRead.force(keys, then);
  }

  // ---- what a quorum does not have

  @Override
  public boolean hasConditions() {
    return false;
  }

  @Override
  public void forceOut(LockKeys keys, String id, Consumer<Outcome<Boolean>> then) {
    throw new UnsupportedOperationException("each node knows a holder by another id");
  }

  @Override
  public void count(LockKeys keys, Consumer<Outcome<Count>> then) {
    throw new UnsupportedOperationException("nothing is counted");
  }

  @Override
  public void change(LockKeys keys, ChangeRequest request, Consumer<Outcome<Changed>> then) {
    throw new UnsupportedOperationException("nothing is counted");
  }

  @Override
  public void delete(LockKeys keys, Consumer<Outcome<Deletion>> then) {
    throw new UnsupportedOperationException("nothing is counted");
  }

  @Override
  public void callRoll(RollCall.RollRequest question, Consumer<Outcome<RollCall.Answer>> then) {
    throw new UnsupportedOperationException("one asks for all");
  }

  @Override
  public void disown(Disowning those, Consumer<Outcome<Others>> then) {
    throw new UnsupportedOperationException("each node is told of its own");
  }

  @Override
  public void await(ReleaseRequest held, AskRequest next, Consumer<Outcome<Released>> then) {
    throw new UnsupportedOperationException("no conditions");
  }

  @Override
  public void unpark(AskRequest question, Consumer<Outcome<Unparked>> then) {
    throw new UnsupportedOperationException("no conditions");
  }

  @Override
  public void signal(Signal signal, Consumer<Outcome<Optional<Boolean>>> then) {
    throw new UnsupportedOperationException("no conditions");
  }
}
