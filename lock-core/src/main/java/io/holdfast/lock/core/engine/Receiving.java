package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.engine.Progress.State;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.lease.LeaseTerms;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the lock comes to an acquisition: by the answer to a question, or by a grant. All methods are
 * called with the gate's monitor held.
 */
final class Receiving {

  private final Acquisition acquisition;
  private final AcquireSpec spec;

  // Came before the answer to a request that does not wait for a signal any more.
  private InboxMessage.@Nullable Granted overtaking;

  Receiving(Acquisition acquisition) {
    this.acquisition = acquisition;
    this.spec = acquisition.spec;
  }

  /** The server has answered that it is the holder. */
  void acquired(long sentNanos, AskReply.Acquired acquired) {
    long leaseMillis = acquisition.asking.leaseMillis();
    GrantedLease grantedLease = acquisition.grantedLease;
    boolean isHeld = acquisition.isHeld(); // a grant overtook this answer
    if (isHeld && acquisition.keeping.isLostByNow()) {
      return;
    }
    grantedLease.setBy(sentNanos, leaseMillis);
    if (acquisition.keeping.isLostByNow()) { // came after the lease had run out: does not count
      return;
    }
    acquisition.asking.isDecided();
    grantedLease.leaseIsSet();
    if (!isHeld) {
      acquisition.queueing.said(acquired.detail());
      hold(acquired.firstToken(), acquired.lastToken(), acquired.othersWait());
    }
    acquisition.keeping.renewAThirdAfter(sentNanos, leaseMillis);
  }

  /** From the inbox. */
  void granted(InboxMessage.Granted grant) {
    if (acquisition.asking.isToUnpark() && acquisition.asking.isInFlight()) {
      overtaking = grant; // was it signalled? The answer that is on its way says so
    } else {
      useIfFresh(grant);
    }
  }

  /** A question was answered, or has failed: what has overtaken that is next. */
  void answered() {
    InboxMessage.Granted grant = overtaking;
    if (grant != null) {
      overtaking = null;
      granted(grant);
    }
  }

  /** From the answer to a roll call. Was it signalled? The answer to that says both. */
  void rollGranted(InboxMessage.Granted grant) {
    if (!acquisition.asking.isToUnpark()) {
      use(grant);
    }
  }

  private void useIfFresh(InboxMessage.Granted grant) {
    if (acquisition.progress.isWaiting()) {
      if (acquisition.queueing.isStale(grant)) {
        tellUnused();
      } else {
        use(grant);
      }
    }
    if (spec.verbs().severalHold() && acquisition.queueing.isInRoll()) { // it was not used
      acquisition.asking.askIfSilent(); // no answer to a roll call says what was granted before
    }
  }

  /** It is of this wait, whether a message or the answer to a roll call has told it. */
  private void use(InboxMessage.Granted grant) {
    long now = spec.now();
    long askedLast = acquisition.queueing.askedNanos();
    long overdueNanos = now - askedLast - LeaseTerms.validityNanos(grant.millis());
    if (overdueNanos >= 0) {
      tell(
          () ->
              "heard %s ms too late that it was given it, and asks whether it still has it"
                  .formatted(TimeUnit.NANOSECONDS.toMillis(overdueNanos)));
      acquisition.asking.askIfSilent(); // read too late: is it still ours?
      return;
    }
    if (acquisition.asking.releasedPredecessor(true)) { // told before the next owner can tell
      spec.listener().monitor().afterwards(() -> acquisition.granted(grant));
      return;
    }
    acquisition.queueing.granted(grant);
    acquisition.asking.isDecided();
    GrantedLease grantedLease = acquisition.grantedLease;
    grantedLease.run(grant.runUntil());
    grantedLease.setBy(askedLast, grant.millis());
    hold(grant.firstToken(), grant.lastToken(), grant.othersWait());
    acquisition.keeping.renewGrantAt(now, grant.millis());
  }

  /** Where several hold, the answer to a roll call may have overtaken it. */
  private void tellUnused() {
    if (!spec.verbs().severalHold()) {
      tell(() -> "did not take in time what it was given, and others may have it by now");
    }
  }

  private void tell(Supplier<String> what) {
    String title = spec.keys().title();
    spec.listener()
        .monitor()
        .afterwards(
            () ->
                spec.engine()
                    .callbacks()
                    .log()
                    .tell(
                        EventLog.Topic.LATE_GRANT,
                        () ->
                            "%s: a waiter here %s; did this process stand still?"
                                .formatted(title, what.get())));
  }

  private void hold(long firstToken, long finalToken, boolean others) {
    acquisition.progress.become(State.HELD);
    acquisition.queueing.leaveRoll();
    acquisition.grantedLease.begin(spec.now(), firstToken, finalToken, others);
    spec.listener().acquired(acquisition);
  }
}
