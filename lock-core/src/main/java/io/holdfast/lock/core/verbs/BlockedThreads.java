package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
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

/** What clients tell each other, by the server, of their blocked threads. Any thread. */
final class BlockedThreads implements BlockedVerbs {

  private final ServerLink link;
  private final Keyspace keyspace;

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
  public void tell(Engine engine, Object source, List<BlockedThread> threads, Duration lasting) {
    engine.blocked().set(source, threads);
    String text = BlockedThread.text(engine.blocked().threads());
    link.run(
        Scripts.TELL,
        new String[] {keyspace.blocked(engine.clientId())},
        new String[] {text, Long.toString(lasting.toMillis())},
        reply -> true,
        told -> {}); // it is told again, or does not matter any more
  }

  @Override
  public void ask(String clientId, Consumer<List<Witness>> then) {
    String label = ClientId.labelOf(clientId);
    link.run(
        Scripts.ASK,
        new String[] {keyspace.blocked(clientId)},
        new String[0],
        reply -> witnesses(label, reply),
        outcome ->
            then.accept(
                outcome instanceof Outcome.Answered<List<Witness>> answer
                    ? answer.reply()
                    : List.of()));
  }

  private static List<Witness> witnesses(String label, List<Object> reply) {
    long ageMillis = (Long) reply.get(1);
    return BlockedThread.parse((String) reply.get(0)).stream()
        .map(thread -> new Witness(label, thread, ageMillis))
        .toList();
  }
}
