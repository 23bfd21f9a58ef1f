package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.inbox.Ears;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ReplicaLink;
import io.holdfast.lock.core.server.ServerLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sends the scripts of one kind, for one role in it. Any thread. */
public final class ScriptVerbs implements LockVerbs, Administration {

  /** How the acquisitions of a lock are told apart by what they ask for. */
  public enum Role {
    /** To be the only owner. */
    OWNER("", ""),
    /** To be one of several who have it together. */
    SHARER("r", "s"),
    /** To have one vote of several. */
    MEMBER("", "");

    private final String mark;
    private final String flag;

    Role(String mark, String flag) {
      this.mark = mark;
      this.flag = flag;
    }
  }

  private record Lease(long millis, String text) {}

  private final ServerLink link;
  private final Ears ears;
  private final LockScripts scripts;
  private final Role role;
  private final String retentionSeconds;
  private final String inboxPrefix;
  private final String kindFlags;
  private volatile Lease lastLease = new Lease(0, "0");

  /**
   * Over this connection.
   *
   * @param ears where the client listens besides its inbox
   * @param retention how long the ledger of a lock remembers
   * @param isOrdered whether a client that has the lock may serve its own neighbours in the queue
   */
  public ScriptVerbs(
      ServerLink link, Ears ears, Duration retention, String inboxPrefix, boolean isOrdered) {
    this(
        link,
        ears,
        retention,
        inboxPrefix,
        LockScripts.EXCLUSIVE,
        Role.OWNER,
        (link.isCluster() ? "c" : "") + (isOrdered ? "o" : ""));
  }

  /** Over this connection, for one role in a lock of another kind. */
  public ScriptVerbs(
      ServerLink link,
      Ears ears,
      Duration retention,
      String inboxPrefix,
      LockScripts scripts,
      Role role) {
    this(
        link,
        ears,
        retention,
        inboxPrefix,
        scripts,
        role,
        (link.isCluster() ? "c" : "") + role.flag);
  }

  private ScriptVerbs(
      ServerLink link,
      Ears ears,
      Duration retention,
      String inboxPrefix,
      LockScripts scripts,
      Role role,
      String kindFlags) {
    this.link = link;
    this.ears = ears;
    this.scripts = scripts;
    this.role = role;
    this.retentionSeconds = Long.toString(retention.toSeconds());
    this.inboxPrefix = inboxPrefix;
    this.kindFlags = kindFlags;
  }

  @Override
  public boolean severalHold() {
    return scripts.severalHold();
  }

  @Override
  public boolean isInOrder() {
    return asksInOrder() && !ServerLink.mayOvertake();
  }

  /** In a cluster a question may be sent on to another node; a vote is withdrawn as if late. */
  private boolean asksInOrder() {
    return role != Role.MEMBER && !link.isCluster();
  }

  @Override
  public String idMark() {
    return role.mark;
  }

  @Override
  public void ask(AskRequest request, Consumer<Outcome<AskReply>> then) {
    OptionalLong arrival = request.arrival();
    Optional<String> detail = request.detail();
    String[] args = new String[detail.isPresent() ? 7 : arrival.isPresent() ? 6 : 5];
    args[0] = request.id();
    args[1] = text(request.leaseMillis());
    args[2] = flags(request.keys(), request.mayWait() ? "w" : "", request.isAgain() ? "r" : "");
    args[3] = retentionSeconds;
    args[4] = inboxPrefix;
    if (args.length > 5) {
      args[5] = arrival.isPresent() ? Long.toString(arrival.getAsLong()) : "";
    }
    if (detail.isPresent()) {
      args[6] = detail.get();
    }
    if (asksInOrder()) { // an end that is sent behind a question undoes it, without a tombstone
      link.runInOrder(
          scripts.acquire(), request.keys().all(), args, reply -> Replies.ask(reply, 0), then);
    } else {
      run(scripts.acquire(), request.keys(), args, reply -> Replies.ask(reply, 0), then);
    }
  }

  @Override
  public void release(
      LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
    String[] args = {
      releaseRequest.ids(), flags(keys, releaseRequest), retentionSeconds, inboxPrefix
    };
    run(scripts.release(), keys, args, Replies::released, then);
  }

  @Override
  public void releaseAndAsk(ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {
    String[] args = {
      old.ids(),
      flags(next.keys(), old),
      retentionSeconds,
      inboxPrefix,
      next.id(),
      Long.toString(next.leaseMillis())
    };
    run(scripts.release(), next.keys(), args, Replies::released, then);
  }

  private String flags(LockKeys keys, ReleaseRequest releaseRequest) {
    String debt =
        switch (releaseRequest.debt()) {
          case NONE -> "";
          case POSSIBLE -> "l";
          case OWED -> "p";
        };
    return flags(keys, releaseRequest.tombstone() ? "t" : "", debt);
  }

  private String flags(LockKeys keys, String one, String other) {
    return flags(keys).concat(one).concat(other); // most are empty, and cost nothing
  }

  private String flags(LockKeys keys) {
    return kindFlags.concat(ears.flags(keys));
  }

  @Override
  public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    List<String> keys = new ArrayList<>();
    boolean isRemembered = role == Role.MEMBER; // beyond its holds
    String[] args = new String[renewals.size() * 2 + (isRemembered ? 1 : 0)];
    if (isRemembered) {
      args[args.length - 1] = retentionSeconds;
    }
    for (int i = 0; i < renewals.size(); i++) {
      Renewal renewal = renewals.get(i);
      keys.addAll(List.of(renewal.keys().all()));
      args[2 * i] = renewal.id();
      args[2 * i + 1] = Long.toString(renewal.leaseMillis());
    }
    link.run(scripts.renew(), keys.toArray(String[]::new), args, Replies::renewed, then);
  }

  @Override
  public boolean canLeave() {
    return role == Role.OWNER && scripts.leave().isPresent();
  }

  @Override
  public void leave(
      LockKeys keys, ReleaseRequest releaseRequest, long millis, Consumer<Outcome<Boolean>> then) {
    String[] args = {
      releaseRequest.ids(),
      Long.toString(millis),
      flags(keys, releaseRequest),
      retentionSeconds,
      inboxPrefix
    };
    run(scripts.leave().orElseThrow(), keys, args, Replies::isOne, then);
  }

  @Override
  public boolean canConfirm() {
    return role != Role.MEMBER;
  }

  @Override
  public void confirm(
      Renewal asking, int replicas, Duration within, Consumer<Outcome<Confirmed>> then) {
    link.replicas()
        .confirm(
            new ReplicaLink.Question<>(
                scripts.renew(),
                List.of(asking.keys().all()),
                List.of(asking.id(), Long.toString(asking.leaseMillis())),
                reply -> Replies.renewed(reply).get(0)),
            replicas,
            within,
            outcome ->
                then.accept(outcome.map(told -> new Confirmed(told.answer(), told.replicas()))));
  }

  @Override
  public void callRoll(RollCall.RollRequest request, Consumer<Outcome<RollCall.Answer>> then) {
    List<String> args =
        new ArrayList<>(
            List.of(request.clientId(), flags(request.keys()), retentionSeconds, inboxPrefix));
    for (RollCall.Ticket ticket : request.tickets()) {
      args.add(ticket.id());
      OptionalLong arrival = ticket.arrival();
      args.add(arrival.isPresent() ? Long.toString(arrival.getAsLong()) : "");
    }
    Function<List<Object>, RollCall.Answer> reader =
        scripts.severalHold() ? Replies::rollOfMany : Replies::roll;
    run(scripts.roll(), request.keys(), args.toArray(String[]::new), reader, then);
  }

  @Override
  public void await(ReleaseRequest held, AskRequest next, Consumer<Outcome<Released>> then) {
    String[] args = {
      held.ids(),
      flags(next.keys(), held),
      retentionSeconds,
      inboxPrefix,
      next.id(),
      Long.toString(next.leaseMillis())
    };
    run(scripts.await(), next.keys(), args, Replies::released, then);
  }

  @Override
  public void unpark(AskRequest request, Consumer<Outcome<Unparked>> then) {
    String[] args = {
      request.id(),
      Long.toString(request.leaseMillis()),
      flags(request.keys()),
      retentionSeconds,
      inboxPrefix
    };
    run(scripts.unpark(), request.keys(), args, Replies::unparked, then);
  }

  @Override
  public void signal(Signal signal, Consumer<Outcome<Optional<Boolean>>> then) {
    String flags = flags(signal.keys(), signal.isForAll() ? "a" : "", signal.isAgain() ? "r" : "");
    String[] args = {signal.heldId(), flags, inboxPrefix, signal.condition()};
    run(scripts.signal(), signal.keys(), args, Replies::signalled, then);
  }

  @Override
  public void inspect(LockKeys keys, Consumer<Outcome<State>> then) {
    run(scripts.inspect(), keys, new String[0], this::state, then);
  }

  @Override
  public void inspectAll(LockKeys keys, Consumer<Outcome<State>> then) {
    run(scripts.inspect(), keys, new String[0], Replies::state, then);
  }

  @Override
  public void count(LockKeys keys, Consumer<Outcome<Count>> then) {
    run(scripts.inspect(), keys, new String[0], Replies::count, then);
  }

  @Override
  public void change(LockKeys keys, Change change, Consumer<Outcome<Count>> then) {
    String[] args = {
      flags(keys),
      retentionSeconds,
      inboxPrefix,
      change.request(),
      change.what(),
      Long.toString(change.number()),
      Long.toString(change.declared()),
      change.doneWith(),
      change.told().isPresent() ? Long.toString(change.told().getAsLong()) : ""
    };
    run(scripts.change().orElseThrow(), keys, args, Replies::changed, then);
  }

  @Override
  public void disown(Disowning those, Consumer<Outcome<Others>> then) {
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
    run(scripts.disown(), those.keys(), args.toArray(String[]::new), Replies::others, then);
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

  private State state(List<Object> reply) {
    State state = Replies.state(reply);
    return role == Role.SHARER ? state.ofSharers() : state;
  }

  @Override
  public void delete(LockKeys keys, Consumer<Outcome<Deletion>> then) {
    String[] args = {flags(keys), inboxPrefix};
    run(scripts.force(), keys, args, Replies::deleted, then);
  }

  @Override
  public void force(LockKeys keys, Consumer<Outcome<Boolean>> then) {
    force(keys, new String[] {flags(keys), inboxPrefix}, then);
  }

  @Override
  public void forceOut(LockKeys keys, String id, Consumer<Outcome<Boolean>> then) {
    force(keys, new String[] {flags(keys), inboxPrefix, id}, then);
  }

  private void force(LockKeys keys, String[] args, Consumer<Outcome<Boolean>> then) {
    run(scripts.force(), keys, args, reply -> Replies.word(reply, 0).equals("FORCED"), then);
  }

  private <T> void run(
      LuaScript script,
      LockKeys keys,
      String[] args,
      Function<List<Object>, T> decoder,
      Consumer<Outcome<T>> then) {
    link.run(script, keys.all(), args, decoder, then);
  }
}
