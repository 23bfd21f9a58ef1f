package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.engine.Verbs.ReleaseRequest;
import io.holdfast.lock.core.engine.Verbs.Released;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerLink;
import java.util.function.Consumer;

/**
 * What kinds with thin holds have besides. A hold is thin if the lock was free and had no ledger:
 * then the server keeps one key for it, and none when it has ended. The name is that of locks of
 * JVMs that are thin until somebody waits: D. F. Bacon et al., <i>Thin Locks: Featherweight
 * Synchronization for Java</i>, PLDI 1998, p. 258. Any thread.
 */
final class ThinHolds {

  private final ServerLink link;
  private final Keyspace keyspace;
  private final LuaScript end;

  /**
   * At this server.
   *
   * @param end the script that ends one
   */
  ThinHolds(ServerLink link, Keyspace keyspace, LuaScript end) {
    this.link = link;
    this.keyspace = keyspace;
    this.end = end;
  }

  /** The keys of a script that may take such a hold, or begin a ledger. */
  String[] keys(LockKeys keys) {
    String counter = link.isCluster() ? keyspace.counter(keys.slot()) : keyspace.counter();
    return new String[] {keys.lockKey(), keys.queueKey(), counter};
  }

  /**
   * Ends one.
   *
   * @param otherwise what is done if somebody has come to wait for it meanwhile, or it is lost
   */
  void end(
      LockKeys keys,
      ReleaseRequest releaseRequest,
      Runnable otherwise,
      Consumer<Outcome<Released>> then) {
    link.run(
        end,
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
