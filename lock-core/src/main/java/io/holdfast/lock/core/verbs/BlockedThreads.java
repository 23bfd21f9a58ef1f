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
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What clients tell each other, by the server, of their blocked threads. What is written has the
 * server's times. Any thread.
 */
final class BlockedThreads implements BlockedVerbs {

  /** After so long the server's clock may have been set anew. */
  private static final Duration TIME_HOLDS = Duration.ofMinutes(1);

  /** Of another client, whatever it has written. */
  private static final int MOST_THREADS = 100;

  private final ServerLink link;
  private final Keyspace keyspace;
  private volatile @Nullable Heard lastHeard;

  /**
   * What time it is at the server that has the key of this client.
   *
   * @param generation of the connection, which may lead to another server later
   */
  private record Heard(ServerTime time, int generation) {}

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
    if (threads.isEmpty() || known(engine).isPresent()) {
      write(engine);
    } else {
      ask(engine, engine.clientId(), unused -> write(engine));
    }
  }

  private Optional<ServerTime> known(Engine engine) {
    long oldest = engine.blocked().nowMillis() - TIME_HOLDS.toMillis();
    return Optional.ofNullable(lastHeard)
        .filter(heard -> heard.generation() == link.generation())
        .map(Heard::time)
        .filter(time -> time.heardMillis() - oldest >= 0);
  }

  /** Whether it comes to anything does not matter: it is written again, or expires. */
  private void write(Engine engine) {
    List<BlockedThread> threads =
        known(engine).stream()
            .flatMap(time -> engine.blocked().threads().stream().map(time::there))
            .toList();
    long askedMillis = engine.blocked().nowMillis();
    link.run(
        Scripts.TELL,
        new String[] {keyspace.blocked(engine.clientId())},
        new String[] {BlockedThread.text(threads), Long.toString(BlockedBoard.LASTING.toMillis())},
        reply -> heard(engine, engine.clientId(), askedMillis, (Long) reply.get(0)),
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
          ServerTime time = heard(engine, clientId, askedMillis, (Long) reply.get(1));
          return BlockedThread.parse((String) reply.get(0)).stream()
              .limit(MOST_THREADS)
              .map(thread -> new Witness(label, time.here(thread)))
              .toList();
        },
        outcome ->
            then.accept(
                outcome instanceof Outcome.Answered<List<Witness>> answer
                    ? answer.reply()
                    : List.of()));
  }

  /** In a cluster each client's key is at some node, with the clock of that. */
  private ServerTime heard(Engine engine, String ofClient, long askedMillis, long serverMillis) {
    ServerTime time = new ServerTime(askedMillis, engine.blocked().nowMillis(), serverMillis);
    if (ofClient.equals(engine.clientId())) {
      lastHeard = new Heard(time, link.generation());
    }
    return time;
  }
}
