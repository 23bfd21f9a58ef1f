package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a server is told, and asked, of threads that are blocked. No lock depends on it. Times are
 * those of the client's {@link BlockedBoard}.
 */
public interface BlockedVerbs {

  /**
   * The server, or each of several, is to remember for a while which threads are blocked, with
   * those of other sources of the same client. Nobody is told whether it does.
   *
   * @param engine of the client
   * @param source where these threads wait
   */
  void tell(Engine engine, Object source, List<BlockedThread> threads);

  /**
   * What another client has told of its blocked threads; nothing if that is not known.
   *
   * @param engine of the client that asks
   */
  void ask(Engine engine, String clientId, Consumer<List<Witness>> then);
}
