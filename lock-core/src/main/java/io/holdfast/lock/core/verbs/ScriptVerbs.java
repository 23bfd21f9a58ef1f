package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.BlockedVerbs;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.engine.ChangeRequest;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.inbox.Ears;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ReplicaLink;
import io.holdfast.lock.core.server.ServerLink;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

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

  private final ServerLink link;
  private final LockScripts scripts;
  private final Role role;
  private final ThinHolds thinHolds;
  private final BlockedVerbs blocked;
  private final ScriptArguments arguments;

  /**
   * Over this connection.
   *
   * @param ears where the client listens besides its inbox
   * @param retention how long the ledger of a lock remembers
   * @param isOrdered whether a client that has the lock may serve its own neighbours in the queue
   */
  public ScriptVerbs(
      ServerLink link, Ears ears, Duration retention, Keyspace keyspace, boolean isOrdered) {
    this(
        link,
        ears,
        retention,
        keyspace,
        LockScripts.EXCLUSIVE,
        Role.OWNER,
        (link.isCluster() ? "c" : "") + (isOrdered ? "o" : ""));
  }

  /** Over this connection, for one role in a lock of another kind. */
  public ScriptVerbs(
      ServerLink link,
      Ears ears,
      Duration retention,
      Keyspace keyspace,
      LockScripts scripts,
      Role role) {
    this(link, ears, retention, keyspace, scripts, role, (link.isCluster() ? "c" : "") + role.flag);
  }

  private ScriptVerbs(
      ServerLink link,
      Ears ears,
      Duration retention,
      Keyspace keyspace,
      LockScripts scripts,
      Role role,
      String kindFlags) {
    this.link = link;
    this.scripts = scripts;
    this.role = role;
    this.thinHolds = new ThinHolds(link, keyspace, scripts.endThin());
    this.blocked = new BlockedThreads(link, keyspace);
    this.arguments = new ScriptArguments(ears, retention, keyspace.inboxPrefix(), kindFlags);
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
    String[] args = arguments.ask(request);
    Consumer<Outcome<AskReply>> looked = thinHolds.unlessApart(then);
    if (asksInOrder()) { // an end that is sent behind a question undoes it, without a tombstone
      link.runInOrder(
          scripts.acquire(),
          thinHolds.keys(request.keys()),
          args,
          reply -> Replies.ask(reply, 0),
          looked);
    } else {
      runDrawing(scripts.acquire(), request.keys(), args, reply -> Replies.ask(reply, 0), looked);
    }
  }

  @Override
  public void release(
      LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
    if (thinHolds.canEnd(releaseRequest)) {
      thinHolds.end(keys, releaseRequest, this, then);
    } else {
      releaseWhole(keys, releaseRequest, then);
    }
  }

  void releaseWhole(
      LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
    String[] args = arguments.release(keys, releaseRequest);
    run(scripts.release(), keys, args, Replies::released, then);
  }

  @Override
  public void releaseAndAsk(ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {
    String[] args = arguments.releaseAndAsk(old, next);
    runDrawing(scripts.release(), next.keys(), args, Replies::released, then);
  }

  @Override
  public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    String[] keys =
        renewals.stream().flatMap(one -> Stream.of(one.keys().all())).toArray(String[]::new);
    String[] args = arguments.renew(renewals, role == Role.MEMBER);
    link.run(scripts.renew(), keys, args, Replies::renewed, then);
  }

  @Override
  public boolean canLeave() {
    return role == Role.OWNER && scripts.leave().isPresent();
  }

  @Override
  public void leave(
      LockKeys keys, ReleaseRequest releaseRequest, long millis, Consumer<Outcome<Boolean>> then) {
    String[] args = arguments.leave(keys, releaseRequest, millis);
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
    Function<List<Object>, RollCall.Answer> reader =
        scripts.severalHold() ? Replies::rollOfMany : Replies::roll;
    runDrawing(scripts.roll(), request.keys(), arguments.callRoll(request), reader, then);
  }

  @Override
  public void await(ReleaseRequest held, AskRequest next, Consumer<Outcome<Released>> then) {
    String[] args = arguments.releaseAndAsk(held, next);
    runDrawing(scripts.await(), next.keys(), args, Replies::released, then);
  }

  @Override
  public void unpark(AskRequest request, Consumer<Outcome<Unparked>> then) {
    String[] args = arguments.unpark(request);
    runDrawing(scripts.unpark(), request.keys(), args, Replies::unparked, then);
  }

  @Override
  public void signal(Signal signal, Consumer<Outcome<Optional<Boolean>>> then) {
    String[] args = arguments.signal(signal);
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
  public void change(LockKeys keys, ChangeRequest request, Consumer<Outcome<Changed>> then) {
    Function<List<Object>, Changed> reader =
        request.change() instanceof Change.Drain ? Replies::drained : Replies::changed;
    run(scripts.change().orElseThrow(), keys, arguments.change(keys, request), reader, then);
  }

  @Override
  public void disown(Disowning those, Consumer<Outcome<Others>> then) {
    String[] args = arguments.disown(those);
    run(scripts.disown(), those.keys(), args, Replies::others, then);
  }

  private State state(List<Object> reply) {
    State state = Replies.state(reply);
    return role == Role.SHARER ? state.ofSharers() : state;
  }

  @Override
  public void delete(LockKeys keys, Consumer<Outcome<Deletion>> then) {
    run(scripts.force(), keys, arguments.force(keys), Replies::deleted, then);
  }

  @Override
  public BlockedVerbs blocked() {
    return blocked;
  }

  @Override
  public void force(LockKeys keys, Consumer<Outcome<Boolean>> then) {
    force(keys, arguments.force(keys), then);
  }

  @Override
  public void forceOut(LockKeys keys, String id, Consumer<Outcome<Boolean>> then) {
    force(keys, arguments.forceOut(keys, id), then);
  }

  private void force(LockKeys keys, String[] args, Consumer<Outcome<Boolean>> then) {
    run(scripts.force(), keys, args, reply -> Replies.word(reply, 0).equals("FORCED"), then);
  }

  /** Of a script that may begin a ledger, or take a lock that has none. */
  private <T> void runDrawing(
      LuaScript script,
      LockKeys keys,
      String[] args,
      Function<List<Object>, T> decoder,
      Consumer<Outcome<T>> then) {
    link.run(script, thinHolds.keys(keys), args, decoder, then);
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
