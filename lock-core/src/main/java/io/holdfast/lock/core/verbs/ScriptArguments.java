package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.ChangeRequest;
import io.holdfast.lock.core.engine.ConditionVerbs.Signal;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.engine.StrayVerbs.Disowning;
import io.holdfast.lock.core.engine.Verbs.ReleaseRequest;
import io.holdfast.lock.core.inbox.Ears;
import io.holdfast.lock.core.key.LockKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes requests as arguments of the scripts, in the order in which each script names them; {@link
 * Replies} reads what they answer. Any thread.
 */
final class ScriptArguments {

  private record Lease(long millis, String text) {}

  private final Ears ears;
  private final String retentionSeconds;
  private final String inboxPrefix;
  private final String kindFlags;
  private volatile Lease lastLease = new Lease(0, "0"); // any thread; a lost write costs a text

  /**
   * For one kind, and one role in it.
   *
   * @param ears where the client listens besides its inbox
   * @param retention how long the ledger of a lock remembers
   * @param kindFlags what each script is told of the kind
   */
  ScriptArguments(Ears ears, Duration retention, String inboxPrefix, String kindFlags) {
    this.ears = ears;
    this.retentionSeconds = Long.toString(retention.toSeconds());
    this.inboxPrefix = inboxPrefix;
    this.kindFlags = kindFlags;
  }

  // ---- acquisitions

  String[] ask(AskRequest request) {
    OptionalLong arrival = request.arrival();
    Optional<String> detail = request.detail();
    String[] args = new String[detail.isPresent() ? 7 : arrival.isPresent() ? 6 : 5];
    args[0] = request.id();
    args[1] = text(request.leaseMillis());
    args[2] = flags(request.keys(), request.mayWait() ? "w" : "", request.isAgain() ? "r" : "");
    args[3] = retentionSeconds;
    args[4] = inboxPrefix;
    if (args.length > 5) {
      args[5] = text(arrival);
    }
    if (detail.isPresent()) {
      args[6] = detail.get();
    }
    return args;
  }

  String[] release(LockKeys keys, ReleaseRequest request) {
    return new String[] {request.ids(), flags(keys, request), retentionSeconds, inboxPrefix};
  }

  /** Of a release that asks for the lock again, or begins to wait for a signal. */
  String[] releaseAndAsk(ReleaseRequest old, AskRequest next) {
    return new String[] {
      old.ids(),
      flags(next.keys(), old),
      retentionSeconds,
      inboxPrefix,
      next.id(),
      Long.toString(next.leaseMillis())
    };
  }

  String[] leave(LockKeys keys, ReleaseRequest request, long millis) {
    return new String[] {
      request.ids(), Long.toString(millis), flags(keys, request), retentionSeconds, inboxPrefix
    };
  }

  /**
   * Of all these in one request.
   *
   * @param isRemembered whether the server is to remember the lock beyond its holds
   */
  String[] renew(List<Renewal> renewals, boolean isRemembered) {
    String[] args = new String[renewals.size() * 2 + (isRemembered ? 1 : 0)];
    if (isRemembered) {
      args[args.length - 1] = retentionSeconds;
    }
    for (int i = 0; i < renewals.size(); i++) {
      Renewal renewal = renewals.get(i);
      args[2 * i] = renewal.id();
      args[2 * i + 1] = Long.toString(renewal.leaseMillis());
    }
    return args;
  }

  String[] callRoll(RollCall.RollRequest request) {
    List<String> args =
        new ArrayList<>(
            List.of(request.clientId(), flags(request.keys()), retentionSeconds, inboxPrefix));
    for (RollCall.Ticket ticket : request.tickets()) {
      args.add(ticket.id());
      args.add(text(ticket.arrival()));
    }
    return args.toArray(String[]::new);
  }

  String[] disown(Disowning those) {
    List<String> args =
        new ArrayList<>(
            List.of(
                those.clientId(),
                flags(those.keys()),
                inboxPrefix,
                those.from(),
                Integer.toString(those.holding().size())));
    args.addAll(those.holding());
    args.addAll(those.waiting());
    return args.toArray(String[]::new);
  }

  // ---- conditions

  String[] unpark(AskRequest request) {
    return new String[] {
      request.id(),
      Long.toString(request.leaseMillis()),
      flags(request.keys()),
      retentionSeconds,
      inboxPrefix
    };
  }

  String[] signal(Signal signal) {
    String flags = flags(signal.keys(), signal.isForAll() ? "a" : "", signal.isAgain() ? "r" : "");
    return new String[] {signal.heldId(), flags, inboxPrefix, signal.condition()};
  }

  // ---- what is nobody's turn

  String[] change(LockKeys keys, ChangeRequest request) {
    ChangeWords words = ChangeWords.of(request.change());
    return new String[] {
      flags(keys),
      retentionSeconds,
      inboxPrefix,
      request.id(),
      words.what(),
      Long.toString(words.number()),
      Long.toString(request.declared()),
      request.doneWith(),
      text(request.told())
    };
  }

  String[] force(LockKeys keys) {
    return new String[] {flags(keys), inboxPrefix};
  }

  String[] forceOut(LockKeys keys, String id) {
    return new String[] {flags(keys), inboxPrefix, id};
  }

  // ---- flags and numbers

  private String flags(LockKeys keys, ReleaseRequest request) {
    String debt =
        switch (request.debt()) {
          case NONE -> "";
          case POSSIBLE -> "l";
          case OWED -> "p";
        };
    return flags(keys, request.tombstone() ? "t" : "", debt);
  }

  private String flags(LockKeys keys, String one, String other) {
    return flags(keys).concat(one).concat(other); // most are empty, and cost nothing
  }

  private String flags(LockKeys keys) {
    return kindFlags.concat(ears.flags(keys));
  }

  /** Mostly it is the lease of the question before. */
  private String text(long leaseMillis) {
    Lease last = lastLease;
    if (last.millis() != leaseMillis) {
      last = new Lease(leaseMillis, Long.toString(leaseMillis));
      lastLease = last;
    }
    return last.text();
  }

  private static String text(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "";
  }
}
