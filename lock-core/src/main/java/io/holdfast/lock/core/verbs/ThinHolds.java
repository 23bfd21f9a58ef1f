package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.Verbs.ReleaseRequest;
import io.holdfast.lock.core.engine.Verbs.Released;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerLink;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What kinds with thin holds have besides. A hold is thin if nobody waited when the lock was taken:
 * then the server keeps one text for it, and if there is no ledger either, nothing when it has
 * ended. The name is that of locks of JVMs that are thin until somebody waits: D. F. Bacon et al.,
 * <i>Thin Locks: Featherweight Synchronization for Java</i>, PLDI 1998, p. 258. Any thread.
 */
final class ThinHolds {

  private final ServerLink link;
  private final Keyspace keyspace;
  private final @Nullable LuaScript end; // null: a kind without

  /**
   * In a cluster there are none: while a slot moves, a node serves a script only if all of its keys
   * are there. So a hold without a ledger could not be renewed for as long as that takes.
   */
  private volatile boolean isOff;

  private volatile boolean isSure; // an answer has shown that the server takes such keys

  /**
   * At this server.
   *
   * @param end the script that ends one; empty of a kind without
   */
  ThinHolds(ServerLink link, Keyspace keyspace, Optional<LuaScript> end) {
    this.link = link;
    this.keyspace = keyspace;
    this.end = end.orElse(null);
    this.isOff = end.isEmpty() || link.isCluster();
  }

  /** The keys of a script that may take such a hold, or begin a ledger. */
  String[] keys(LockKeys keys) {
    return isOff ? keys.all() : keys.allAnd(keyspace.counter());
  }

  /**
   * Looks at answers until one shows that the server takes such keys. A server in cluster mode, to
   * which the client was not told to speak as to a cluster, refuses keys of two slots; then there
   * are none from now on, and the question is sent again.
   */
  Consumer<Outcome<AskReply>> unlessApart(Consumer<Outcome<AskReply>> then) {
    return isOff || isSure
        ? then
        : outcome -> {
          if (outcome instanceof Outcome.Failed<AskReply> failed
              && failed.failure().isOfKeysApart()) {
            isOff = true;
            then.accept(new Outcome.Failed<>(failed.failure().toBeSentAgain()));
          } else {
            if (outcome instanceof Outcome.Answered<AskReply>) {
              isSure = true;
            }
            then.accept(outcome);
          }
        };
  }

  /** Whether this is how to end it. */
  boolean canEnd(ReleaseRequest releaseRequest) {
    return releaseRequest.isThin() && !isOff;
  }

  /**
   * Ends one.
   *
   * @param whole ends it if somebody has come to wait for it meanwhile, or it is lost
   */
  void end(
      LockKeys keys,
      ReleaseRequest releaseRequest,
      ScriptVerbs whole,
      Consumer<Outcome<Released>> then) {
    link.deleteIf(
        Objects.requireNonNull(end, "no thin holds"),
        keys.lockKey(),
        releaseRequest.ids() + ' ' + releaseRequest.thinToken(),
        outcome -> {
          if (outcome instanceof Outcome.Answered<Boolean> answered && !answered.reply()) {
            whole.releaseWhole(keys, releaseRequest, then);
          } else {
            then.accept(outcome.map(deleted -> Replies.RELEASED));
          }
        });
  }
}
