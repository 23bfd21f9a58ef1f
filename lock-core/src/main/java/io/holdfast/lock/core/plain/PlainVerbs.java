package io.holdfast.lock.core.plain;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.Question;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerLink;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Sends the scripts of the plain lock. Any thread. */
public final class PlainVerbs implements Verbs, Administration {

  private static final LuaScript ACQUIRE = LuaScript.load(PlainVerbs.class, "acquire.lua");
  private static final LuaScript RELEASE = LuaScript.load(PlainVerbs.class, "release.lua");
  private static final LuaScript RENEW = LuaScript.load(PlainVerbs.class, "renew.lua");
  private static final LuaScript FORCE = LuaScript.load(PlainVerbs.class, "force.lua");
  private static final LuaScript INSPECT = LuaScript.load(PlainVerbs.class, "inspect.lua");

  private final ServerLink link;
  private final String retentionSeconds;
  private final String inboxPrefix;
  private final String clusterFlag;

  /**
   * Over this connection.
   *
   * @param retention how long the ledger of a lock remembers
   */
  public PlainVerbs(ServerLink link, Duration retention, String inboxPrefix) {
    this.link = link;
    this.retentionSeconds = Long.toString(retention.toSeconds());
    this.inboxPrefix = inboxPrefix;
    this.clusterFlag = link.isCluster() ? "c" : "";
  }

  @Override
  public void ask(Question question, Consumer<Outcome<AskReply>> then) {
    String flags = clusterFlag + (question.mayWait() ? "w" : "") + (question.isAgain() ? "r" : "");
    String lease = Long.toString(question.leaseMillis());
    String[] args =
        question.arrival().isEmpty()
            ? new String[] {question.id(), lease, flags, retentionSeconds, inboxPrefix}
            : new String[] {
              question.id(),
              lease,
              flags,
              retentionSeconds,
              inboxPrefix,
              Long.toString(question.arrival().getAsLong())
            };
    run(ACQUIRE, question.keys(), args, reply -> Replies.ask(reply, 0), then);
  }

  @Override
  public void release(
      LockKeys keys, String id, boolean tombstone, Consumer<Outcome<Released>> then) {
    String[] args = {id, flags(tombstone), retentionSeconds, inboxPrefix};
    run(RELEASE, keys, args, Replies::released, then);
  }

  @Override
  public void releaseAndAsk(
      String oldId, boolean tombstone, Question next, Consumer<Outcome<Released>> then) {
    String[] args = {
      oldId,
      flags(tombstone),
      retentionSeconds,
      inboxPrefix,
      next.id(),
      Long.toString(next.leaseMillis())
    };
    run(RELEASE, next.keys(), args, Replies::released, then);
  }

  private String flags(boolean tombstone) {
    return tombstone ? clusterFlag + "t" : clusterFlag;
  }

  @Override
  public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    String[] keys = new String[renewals.size() * 2];
    String[] args = new String[renewals.size() * 2];
    for (int i = 0; i < renewals.size(); i++) {
      Renewal renewal = renewals.get(i);
      keys[2 * i] = renewal.keys().lockKey();
      keys[2 * i + 1] = renewal.keys().queueKey();
      args[2 * i] = renewal.id();
      args[2 * i + 1] = Long.toString(renewal.leaseMillis());
    }
    link.run(RENEW, keys, args, outcome -> then.accept(outcome.map(Replies::renewed)));
  }

  @Override
  public void inspect(LockKeys keys, Consumer<Outcome<State>> then) {
    run(INSPECT, keys, new String[0], Replies::state, then);
  }

  @Override
  public void force(LockKeys keys, Consumer<Outcome<Boolean>> then) {
    String[] args = {clusterFlag, inboxPrefix};
    run(FORCE, keys, args, reply -> Replies.word(reply, 0).equals("FORCED"), then);
  }

  private <T> void run(
      LuaScript script,
      LockKeys keys,
      String[] args,
      java.util.function.Function<List<Object>, T> decoder,
      Consumer<Outcome<T>> then) {
    String[] both = {keys.lockKey(), keys.queueKey()};
    link.run(script, both, args, outcome -> then.accept(outcome.map(decoder)));
  }
}
