package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import io.holdfast.lock.core.engine.BlockedBoard;
import io.holdfast.lock.core.engine.BlockedVerbs;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.script.LuaScript.Source;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerLink;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What clients tell each other, by the server, of their blocked threads. What is written has the
 * server's times. Any thread.
 */
final class BlockedThreads implements BlockedVerbs {

  /** After so long the server's clock may have been set anew. */
  private static final Duration TIME_HOLDS = Duration.ofMinutes(1);

  private final ServerLink link;
  private final Keyspace keyspace;
  private volatile @Nullable ServerTime lastHeard;

  /** Loaded when a thread is blocked for the first time. */
  private static final class Scripts {

    static final LuaScript TELL = load("tell_blocked.lua");
    static final LuaScript ASK = load("ask_blocked.lua");

    private static LuaScript load(String file) {
      return LuaScript.load(Source.beside(BlockedThreads.class), file);
    }
  }

  BlockedThreads(ServerLink link, Keyspace keyspace) {
    this.link = link;
    this.keyspace = keyspace;
  }

  @Override
  public void tell(Engine engine, Object source, List<BlockedThread> threads) {
    engine.blocked().set(source, threads);
    if (threads.isEmpty() || isKnown(lastHeard, engine.blocked())) {
      write(engine);
    } else {
      ask(engine, engine.clientId(), unused -> write(engine));
    }
  }

  private static boolean isKnown(@Nullable ServerTime time, BlockedBoard board) {
    return time != null && board.nowMillis() - time.heardMillis() < TIME_HOLDS.toMillis();
  }

  /** Whether it comes to anything does not matter: it is written again, or expires. */
  private void write(Engine engine) {
    ServerTime time = lastHeard;
    List<BlockedThread> threads =
        time == null ? List.of() : engine.blocked().threads().stream().map(time::there).toList();
    long askedMillis = engine.blocked().nowMillis();
    link.run(
        Scripts.TELL,
        new String[] {keyspace.blocked(engine.clientId())},
        new String[] {BlockedThread.text(threads), Long.toString(BlockedBoard.LASTING.toMillis())},
        reply -> heard(engine, askedMillis, (Long) reply.get(0)),
        unused -> {});
  }

  @Override
  public void ask(Engine engine, String clientId, Consumer<List<Witness>> then) {
    String label = ClientId.labelOf(clientId);
    long askedMillis = engine.blocked().nowMillis();
    link.run(
        Scripts.ASK,
        new String[] {keyspace.blocked(clientId)},
        new String[0],
        reply -> {
          ServerTime time = heard(engine, askedMillis, (Long) reply.get(1));
          return BlockedThread.parse((String) reply.get(0)).stream()
              .map(thread -> new Witness(label, time.here(thread)))
              .toList();
        },
        outcome ->
            then.accept(
                outcome instanceof Outcome.Answered<List<Witness>> answer
                    ? answer.reply()
                    : List.of()));
  }

  private ServerTime heard(Engine engine, long askedMillis, long serverMillis) {
    ServerTime time = new ServerTime(askedMillis, engine.blocked().nowMillis(), serverMillis);
    lastHeard = time;
    return time;
  }
}
