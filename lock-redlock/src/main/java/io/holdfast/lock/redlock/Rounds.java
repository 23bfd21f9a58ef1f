package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Alarm;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.server.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of votes of one acquisition, one after the other: when each begins, and what follows
 * from a round that was lost. Guarded by the monitor of the acquisition.
 */
final class Rounds implements RoundListener {

  /** A caller that does not wait tries again once: as late as those that have tried twice. */
  private static final int PAUSE_OF_THE_IMPATIENT = 1;

  private final QuorumAcquisition acquisition;
  private final Quorum quorum;
  private final Monitor monitor;

  // Guarded by the monitor.
  private @Nullable VotingRound round;
  private int lostRounds; // one after the other, since it was queued
  private @Nullable QuorumRequest postponed; // to be asked once more, after a pause
  private @Nullable Alarm pause; // until then

  Rounds(QuorumAcquisition acquisition, Quorum quorum, Monitor monitor) {
    this.acquisition = acquisition;
    this.quorum = quorum;
    this.monitor = monitor;
  }

  /** The one that goes on, or was won; null if there is none. */
  @Nullable VotingRound current() {
    return round;
  }

  // ---- beginning

  /** As soon as it is its turn. */
  void vote(QuorumRequest request) {
    monitor.afterwards(() -> quorum.roundLimiter().enter(() -> begin(request)));
  }

  /** Without the monitor. */
  private boolean begin(QuorumRequest request) {
    monitor.enter();
    try {
      if (acquisition.hasEnded()) {
        return false;
      }
      if (!VotingRound.isWorthIt(request.leaseMillis(), quorum.now() - request.nanos())) {
        // It has waited too long. Who let it begin may be inside the monitor of another gate.
        quorum.engine().later(() -> request.answer(new AskReply.Undecided(0)));
        return false;
      }
      beginRound(request);
      return true;
    } finally {
      monitor.leave();
    }
  }

  private void beginRound(QuorumRequest request) {
    CoordinatorTicket place = acquisition.ticket();
    if (place != null) {
      place.askedAnew();
    }
    NodeVote[] nodeVotes = new NodeVote[quorum.size()];
    for (int i = 0; i < nodeVotes.length; i++) {
      QuorumNode node = quorum.nodes().get(i);
      nodeVotes[i] =
          place != null && place.node().equals(node)
              ? place.nodeVote()
              : acquisition.newVote(node, request);
    }
    VotingRound next =
        new VotingRound(
            quorum,
            monitor,
            new Votes(quorum, acquisition.keys(), nodeVotes),
            place,
            place == null && request.question().mayWait(),
            request,
            this);
    round = next;
    next.begin();
  }

  /**
   * Once more, when the others have let go. All clients that split the votes hear of it at about
   * the same time: if they asked again at once, they would split them again.
   */
  private void voteLater(QuorumRequest request) {
    postponed = request;
    pause = new Alarm(quorum.engine(), monitor, this::voteNow);
    pause.set(quorum.now() + RandomPause.nanosAfter(PAUSE_OF_THE_IMPATIENT));
  }

  private void voteNow() {
    QuorumRequest request = postponed;
    if (request != null) {
      postponed = null;
      vote(new QuorumRequest(request.question(), quorum.now(), request.then()));
    }
  }

  /** It has ended: no round begins any more. */
  void cancelPause() {
    Alarm waiting = pause;
    if (waiting != null) {
      waiting.cancel();
    }
  }

  // ---- how a round ends; without the monitor

  @Override
  public void held(QuorumRequest request, TokenBlock block, boolean othersWait) {
    request.answer(new AskReply.Acquired(block.first(), block.last(), othersWait));
  }

  @Override
  public void failed(QuorumRequest request) {
    monitor.run(
        () -> {
          VotingRound over = round;
          if (!acquisition.hasEnded() && over != null) {
            round = null;
            lost(over, request);
          }
        });
  }

  @Override
  public void wanted() {
    acquisition.wanted();
  }

  @Override
  public void forced() {
    acquisition.ofEngine().ifPresent(Acquisition::lost);
  }

  /** With the monitor. */
  @Override
  public NodeVote replace(QuorumRequest request, NodeVote given) {
    NodeVote next = acquisition.newVote(given.node(), request);
    next.takeOver(given.vote());
    acquisition.dropTicketOf(given);
    var unused = given.release(monitor);
    return next;
  }

  // ---- after a round that was lost

  private void lost(VotingRound over, QuorumRequest request) {
    LostRound<NodeVote> lostRound = new LostRound<>(over.votes(), over.votes().name());
    CoordinatorTicket place = acquisition.ticket();
    switch (next(lostRound, over, place, request)) {
      case GIVE_UP -> {
        acquisition.dropTicket();
        Outcome<AskReply> failed = new Outcome.Failed<>(Report.of(quorum, over.votes().all()));
        monitor.afterwards(() -> request.then().accept(failed));
      }
      case TELL_HOLDER -> {
        acquisition.dropTicket();
        reply(request, lostRound.holder());
      }
      case VOTE_LATER -> {
        lostRounds++;
        voteLater(request);
      }
      case KEEP_PLACE -> keep(place, over.beganNanos(), request);
      case QUEUE -> {
        acquisition.dropTicket();
        acquisition.queue(lostRound.coordinator().node(), request);
      }
      case PAUSE -> replyUndecided(request);
      case LEAVE_AND_PAUSE -> {
        acquisition.dropTicket();
        replyUndecided(request);
      }
    }
  }

  private AfterLoss next(
      LostRound<NodeVote> lostRound,
      VotingRound over,
      @Nullable CoordinatorTicket place,
      QuorumRequest request) {
    if (!request.question().mayWait()) {
      return AfterLoss.ofHasty(lostRound, lostRounds == 0);
    }
    if (place == null) {
      return AfterLoss.ofWaiter(lostRound, Optional.empty());
    }
    place.hasLost();
    return AfterLoss.ofWaiter(
        lostRound,
        Optional.of(place.seen(over.beganNanos(), quorum.now(), quorum.nodeTimeout().toNanos())));
  }

  private void keep(@Nullable CoordinatorTicket place, long beganNanos, QuorumRequest request) {
    if (place != null && place.nodeVote().vote() instanceof Vote.Waiting waiting) {
      QuorumNode there = place.node();
      waiting.reply().echo().ifPresent(echo -> there.member().echoed(beganNanos, echo));
      acquisition.queued(place, waiting, request);
    }
  }

  // ---- answers

  /** A node has said that it is queued: the pauses are short again. */
  void queued() {
    lostRounds = 0;
  }

  void reply(QuorumRequest request, AskReply reply) {
    monitor.afterwards(() -> request.answer(reply));
  }

  /** To be asked again after a pause, which is longer each time. */
  void replyUndecided(QuorumRequest request) {
    reply(request, new AskReply.Undecided(RandomPause.nanosAfter(lostRounds++)));
  }
}
