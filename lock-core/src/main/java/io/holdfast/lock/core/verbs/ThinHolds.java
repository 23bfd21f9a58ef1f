package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.engine.Verbs.ReleaseRequest;
import io.holdfast.lock.core.engine.Verbs.Released;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerLink;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What kinds with thin holds have besides. A hold is thin if the lock was free and had no ledger:
 * then the server keeps one key for it, and none when it has ended. The name is that of locks of
 * JVMs that are thin until somebody waits: D. F. Bacon et al., <i>Thin Locks: Featherweight
 * Synchronization for Java</i>, PLDI 1998, p. 258. Any thread.
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
    return isOff ? keys.all() : new String[] {keys.lockKey(), keys.queueKey(), keyspace.counter()};
  }

  /**
   * Looks at an answer. A server in cluster mode, to which the client was not told to speak as to a
   * cluster, refuses keys of two slots; then there are none from now on, and the question is sent
   * again.
   */
  <T> Consumer<Outcome<T>> unlessApart(Consumer<Outcome<T>> then) {
    return isOff
        ? then
        : outcome -> {
          if (outcome instanceof Outcome.Failed<T> failed && failed.failure().isOfKeysApart()) {
            isOff = true;
            then.accept(new Outcome.Failed<>(failed.failure().toBeSentAgain()));
          } else {
            then.accept(outcome);
          }
        };
  }

  /**
   * Ends one, if that is what is to be ended.
   *
   * @param otherwise what is done if it is none; or if somebody has come to wait for it meanwhile,
   *     or it is lost
   */
  void end(
      LockKeys keys,
      ReleaseRequest releaseRequest,
      Runnable otherwise,
      Consumer<Outcome<Released>> then) {
    LuaScript script = end;
    if (isOff || script == null || !releaseRequest.isThin()) {
      otherwise.run();
      return;
    }
    link.run(
        script,
        keys.all(),
        new String[] {releaseRequest.ids()},
        Replies::isOne,
        outcome -> {
          if (outcome instanceof Outcome.Answered<Boolean> answered && !answered.reply()) {
            otherwise.run();
          } else {
            then.accept(outcome.map(hasEnded -> Replies.RELEASED));
          }
        });
  }
}
