package io.holdfast.lock.core.engine;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How an acquisition keeps the lock that it holds: it is renewed, or found to be lost. All methods
 * are called with the gate's monitor held, unless said otherwise.
 */
final class Keeping {

  private final Acquisition acquisition;
  private final AcquireSpec spec;
  private int failures; // since the last answer
  private @Nullable ServerFailure lastFailure; // of those; null if no one server has told it
  private boolean isUnanswered; // a renewal was sent

  // A request, answered or not, was for more than a claim lease. Set by any thread, never unset.
  private volatile boolean hasAskedForMore;

  Keeping(Acquisition acquisition) {
    this.acquisition = acquisition;
    this.spec = acquisition.spec;
  }

  private long now() {
    return spec.now();
  }

  /** The time has come to renew it, or its validity is over. */
  void keep(long now) {
    GrantedLease grantedLease = acquisition.grantedLease;
    if (grantedLease.isOver(now)) {
      spec.listener().lost(acquisition, LossCause.EXPIRED);
    } else if (!spec.listener().ownerIsAlive(acquisition)) {
      spec.listener().lost(acquisition, LossCause.OWNER_DIED);
    } else {
      isUnanswered = true;
      spec.engine().renewals().add(acquisition, spec.verbs(), renewal(millisToRenew(now)));
      renewAt(now + 2 * spec.engine().times().commandTimeout().toNanos()); // or with the answer
    }
  }

  private long millisToRenew(long now) {
    long millis = acquisition.grantedLease.millisToRenew(now);
    return acquisition.isBrief() && !spec.listener().isInLongUse(acquisition)
        ? Math.min(millis, spec.claimMillis())
        : millis;
  }

  boolean hasAskedForMore() {
    return hasAskedForMore;
  }

  private Renewal renewal(long millis) {
    if (millis > spec.claimMillis()) {
      hasAskedForMore = true;
    }
    return new Renewal(spec.keys(), spec.id(), millis);
  }

  CompletableFuture<Void> extend(long millis) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    long sentNanos = now();
    spec.verbs()
        .renew(
            List.of(renewal(millis)),
            outcome -> {
              renewalAnswered(millis, sentNanos, outcome.map(answers -> answers.get(0)));
              failureOf(outcome)
                  .map(failure -> failure.toException(spec.keys()))
                  .ifPresentOrElse(done::completeExceptionally, () -> done.complete(null));
            });
    return done;
  }

  private static Optional<ServerFailure> failureOf(Outcome<List<Renewal.Answer>> outcome) {
    if (outcome instanceof Outcome.Failed<List<Renewal.Answer>> failed) {
      return Optional.of(failed.failure());
    }
    List<Renewal.Answer> answers = ((Outcome.Answered<List<Renewal.Answer>>) outcome).reply();
    return answers.get(0) == Renewal.Answer.UNCERTAIN
        ? Optional.of(
            new ServerFailure(
                ServerFailure.Kind.UNKNOWN,
                new IllegalStateException("too few servers extended the lease")))
        : Optional.empty();
  }

  /** Any thread, without the monitor. */
  CompletableFuture<Verbs.Confirmed> confirm(int replicas, Duration within) {
    CompletableFuture<Verbs.Confirmed> done = new CompletableFuture<>();
    Engine engine = spec.engine();
    Duration longest = within.plus(engine.times().commandTimeout().dividedBy(4));
    Consumer<Outcome<Verbs.Confirmed>> then =
        ReplyTimeout.with(
            engine,
            longest,
            outcome -> {
              if (outcome instanceof Outcome.Answered<Verbs.Confirmed> answered) {
                done.complete(answered.reply());
              } else {
                done.completeExceptionally(
                    ((Outcome.Failed<Verbs.Confirmed>) outcome).failure().toException(spec.keys()));
              }
            });
    spec.verbs().confirm(renewal(confirmedMillis()), replicas, within, then);
    return done;
  }

  /** The lease itself: of a grant the server may have the claim lease only, and replicas, too. */
  private long confirmedMillis() {
    return Math.min(spec.terms().leaseMillis(), acquisition.grantedLease.capLeftMillis(now()));
  }

  /** Any thread, without the monitor. */
  void renewalAnswered(long leaseMillis, long sentNanos, Outcome<Renewal.Answer> outcome) {
    spec.inMonitor(
        () -> {
          isUnanswered = false;
          if (!acquisition.isHeld()) {
            return;
          }
          if (outcome instanceof Outcome.Answered<Renewal.Answer> answer) {
            if (answer.reply() != Renewal.Answer.UNCERTAIN) {
              failures = 0;
              lastFailure = null;
              renewed(leaseMillis, sentNanos, answer.reply());
              return;
            }
          }
          lastFailure =
              outcome instanceof Outcome.Failed<Renewal.Answer> failed ? failed.failure() : null;
          if (mayArriveLate(outcome)) {
            acquisition.leaving.wentUnanswered();
          }
          renewAt(Backoff.againNanos(now(), failures++));
        });
  }

  /** What has become of its renewals, now that its validity is over. */
  Upkeep upkeep() {
    long now = now();
    return new Upkeep(
        acquisition.grantedLease.sinceSetNanos(now), reason(now), failures, lastFailure);
  }

  private Upkeep.Reason reason(long now) {
    GrantedLease lease = acquisition.grantedLease;
    if (!spec.terms().isRenewed() && lease.isLeaseSet()) {
      return Upkeep.Reason.FIXED;
    }
    if (lease.hasReachedCap(now)) {
      return Upkeep.Reason.CAPPED;
    }
    if (failures > 0) {
      return Upkeep.Reason.FAILED;
    }
    return isUnanswered ? Upkeep.Reason.UNANSWERED : Upkeep.Reason.UNKNOWN;
  }

  private static boolean mayArriveLate(Outcome<Renewal.Answer> outcome) {
    return !(outcome instanceof Outcome.Failed<Renewal.Answer> failed)
        || failed.failure().kind() == ServerFailure.Kind.UNKNOWN;
  }

  private void renewed(long leaseMillis, long sentNanos, Renewal.Answer answer) {
    GrantedLease grantedLease = acquisition.grantedLease;
    if (answer == Renewal.Answer.GONE) {
      spec.listener().lost(acquisition, LossCause.GONE);
      return;
    }
    if (isLostByNow()) {
      return;
    }
    LeaseTerms terms = spec.terms();
    if (leaseMillis >= terms.leaseMillis()) {
      grantedLease.leaseIsSet(); // the confirmation of a fixed lease, not an extension by less
    }
    if (leaseMillis > 0) {
      grantedLease.setBy(sentNanos, leaseMillis);
      spec.listener().renewed(acquisition);
    }
    renewAThirdAfter(
        sentNanos, acquisition.isBrief() && leaseMillis > 0 ? leaseMillis : terms.leaseMillis());
    if (isLostByNow()) { // this thread may have stood still, and the owner have seen the end
      return;
    }
    if (answer == Renewal.Answer.WANTED) {
      wanted();
    }
  }

  /** If its validity has passed it is lost, whatever the server says. */
  boolean isLostByNow() {
    if (!acquisition.grantedLease.isOver(now())) {
      return false;
    }
    spec.listener().lost(acquisition, LossCause.EXPIRED);
    return true;
  }

  /** Others wait for it. */
  void wanted() {
    acquisition.grantedLease.othersWait();
    acquisition.spec.attend();
    if (acquisition.isHeld()) {
      spec.listener().wanted(acquisition);
    }
  }

  void renewAThirdAfter(long sentNanos, long leaseMillis) {
    renewAt(sentNanos + TimeUnit.MILLISECONDS.toNanos(leaseMillis) / 3);
  }

  void renewAt(long nanos) {
    long end = acquisition.grantedLease.validUntilNanos();
    acquisition.progress.due(nanos - end < 0 ? nanos : end);
  }

  /**
   * A grant has just been used. A fixed lease is confirmed at once. A renewed one is not needed by
   * a short section; but the question may have been an old one, so that there is not much left of
   * the claim.
   */
  void renewGrantAt(long now, long grantMillis) {
    long claimNanos = TimeUnit.MILLISECONDS.toNanos(grantMillis);
    long left = acquisition.grantedLease.validUntilNanos() - now;
    long rest = Math.min(claimNanos / 6, left / 2);
    renewAt(spec.terms().isRenewed() ? now + rest : now);
  }
}
