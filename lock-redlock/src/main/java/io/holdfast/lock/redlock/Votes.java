package io.holdfast.lock.redlock;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The ballots of one round, one for each node, and what they come to. Guarded by the monitor of the
 * candidate.
 */
final class Votes {

  private final Quorum quorum;
  private final LockKeys keys;
  private final List<Ballot> ballots; // read without the monitor, too

  Votes(Quorum quorum, LockKeys keys, List<Ballot> ballots) {
    this.quorum = quorum;
    this.keys = keys;
    this.ballots = new CopyOnWriteArrayList<>(ballots);
  }

  /** Of the lock. */
  String name() {
    return keys.name();
  }

  /** All of them, in the order of the nodes. */
  List<Ballot> ballots() {
    return ballots;
  }

  /** The first whose vote is such a one, in the order of this lock; any if none is. */
  Ballot first(Predicate<Vote> which) {
    return inOrder().stream()
        .filter(ballot -> which.test(ballot.vote()))
        .findFirst()
        .orElse(ballots.get(0));
  }

  private List<Ballot> inOrder() {
    return quorum.inOrder(keys, ballots);
  }

  /** Puts another one in the place of this one. */
  void replace(Ballot old, UnaryOperator<Ballot> by) {
    ballots.replaceAll(each -> each.equals(old) ? by.apply(each) : each);
  }

  private long count(Predicate<Ballot> which) {
    return ballots.stream().filter(which).count();
  }

  long granted() {
    return count(Ballot::isGranted);
  }

  /** How many have said yes, and accepted the tokens. */
  long accepted() {
    return count(ballot -> ballot.isGranted() && ballot.hasAccepted());
  }

  /** How many have told what they had agreed to, and cannot have forgotten any of it. */
  long sure() {
    return count(ballot -> ballot.vote().memory().isSure());
  }

  /** Whether all have told what they had agreed to, as far as they have not forgotten it. */
  boolean haveAllTold() {
    return count(ballot -> !ballot.vote().memory().equals(Memory.NONE)) == quorum.size();
  }

  /** How many have not answered yet, of those that mostly do in time. */
  long awaited() {
    return count(ballot -> ballot.vote() instanceof Vote.Open && !ballot.node().isSlow());
  }

  /** How many have not answered yet. */
  long open() {
    return count(ballot -> ballot.vote() instanceof Vote.Open);
  }

  /** Whether the nodes that have said yes are a majority. */
  boolean isWon() {
    return granted() >= quorum.majority();
  }

  /** Whether they may yet be one. */
  boolean canBeWon() {
    return granted() + open() >= quorum.majority();
  }

  /**
   * Whether the next answer may tell that it is another's, which it may be to know where to wait.
   * Nobody waits for what is granted here meanwhile: nothing is.
   */
  boolean mayTellOfAnother() {
    long noes = Noes.of(ballots);
    return granted() == 0 && noes > 0 && noes <= quorum.size() - quorum.majority() && open() > 0;
  }

  /**
   * Whether who asks is going to wait at a node that has not answered yet. All who wait are to do
   * so at the same node: at different ones there are several who are next, and split the votes.
   */
  boolean isPlaceOpen() {
    boolean isAnothers = Noes.of(ballots) > 0;
    return inOrder().stream()
        .map(Ballot::vote)
        .filter(vote -> vote instanceof Vote.Open || (isAnothers ? vote.isNo() : vote.isAnswer()))
        .findFirst()
        .filter(Vote.Open.class::isInstance)
        .isPresent();
  }

  /** Whether others wait for it, or have it at some nodes and so wait for the rest. */
  boolean doOthersWait() {
    return ballots.stream()
        .map(Ballot::vote)
        .anyMatch(vote -> vote.isNo() || (vote instanceof Vote.Granted one && one.othersWait()));
  }

  /** Who has not answered by now is not waited for in the rounds to come. */
  void awaitNoLonger() {
    ballots.stream()
        .filter(ballot -> ballot.vote() instanceof Vote.Open)
        .forEach(ballot -> ballot.node().wasSlow());
  }

  /** Who has not answered by now has failed. */
  void giveUpOpen(long afterMillis) {
    String message = "no answer within %s ms".formatted(afterMillis);
    ballots.stream()
        .filter(ballot -> ballot.vote() instanceof Vote.Open)
        .forEach(
            ballot -> {
              ballot.node().wasSlow();
              ballot.vote(Vote.failed(ServerFailure.Kind.UNKNOWN, message));
            });
  }
}
