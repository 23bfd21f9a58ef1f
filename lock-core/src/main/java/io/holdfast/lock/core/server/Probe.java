package io.holdfast.lock.core.server;

import io.holdfast.lock.core.script.LuaScript;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out when a client connects whether its user and its server can do what locks need, instead
 * of at the first lock. Changes nothing at the server; one round trip, or more if the connection
 * does not take requests yet. Any thread.
 */
public final class Probe {

  static final LuaScript SCRIPT = LuaScript.load(LuaScript.Source.beside(Probe.class), "probe.lua");

  private static final Logger LOG = LoggerFactory.getLogger(Probe.class);

  /** For as long as Lettuce takes to connect again at once: a second, in all. */
  private static final int MOST_TRIES = 100;

  private static final Executor SOON = CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS);

  private final String described;
  private final String prefix;
  private final String[] key;
  private final String inbox;

  /**
   * Asks nobody yet.
   *
   * @param described the server, for people
   * @param prefix what all keys and channels begin with, for people
   * @param key one that nobody uses
   * @param inbox the channel of this client, to which it does not listen yet
   */
  public Probe(String described, String prefix, String key, String inbox) {
    this.described = described;
    this.prefix = prefix;
    this.key = new String[] {key};
    this.inbox = inbox;
  }

  /**
   * Fails if something is missing for good, and says what. A server that does not answer, or that
   * refuses for another reason, will be met by requests anyway.
   *
   * @return the command of this server that compares and deletes, if it has one
   */
  CompletionStage<Optional<NativeDelete>> over(Connector.Commands commands) {
    return over(commands, MOST_TRIES);
  }

  private CompletionStage<Optional<NativeDelete>> over(Connector.Commands commands, int tries) {
    CompletableFuture<List<Object>> reply =
        commands
            .scripting()
            .<List<Object>>eval(SCRIPT.text(), ScriptOutputType.MULTI, key, inbox)
            .toCompletableFuture();
    // Sent behind it at once, and so known there. It only shows whether there is the right to this.
    CompletableFuture<List<Object>> again =
        commands
            .scripting()
            .<List<Object>>evalsha(SCRIPT.sha1(), ScriptOutputType.MULTI, key)
            .toCompletableFuture();
    return reply
        .handle((told, thrown) -> isTooEarly(thrown))
        .thenCombine(again.handle((told, thrown) -> isTooEarly(thrown)), Boolean::logicalOr)
        .thenCompose(
            isTooEarly ->
                isTooEarly && tries > 1
                    ? CompletableFuture.supplyAsync(() -> commands, SOON)
                        .thenCompose(same -> over(same, tries - 1))
                    : judged(reply, again));
  }

  /**
   * Lettuce may tell of a connection a moment before it takes requests, or have lost it again. To
   * take that for an answer would open a client whose rights nobody has looked at.
   */
  private static boolean isTooEarly(@Nullable Throwable thrown) {
    return thrown != null && ServerFailure.of(ServerFailure.reported(thrown)).isNotConnected();
  }

  private CompletionStage<Optional<NativeDelete>> judged(
      CompletableFuture<List<Object>> reply, CompletableFuture<List<Object>> again) {
    return objection("EVAL", reply.whenComplete((told, thrown) -> warn(told)))
        .thenCombine(objection("EVALSHA", again), (first, second) -> first.or(() -> second))
        .thenCompose(
            objection ->
                objection.isEmpty()
                    ? reply.handle((told, thrown) -> nativeDelete(told))
                    : CompletableFuture.failedFuture(
                        new RedisCommandExecutionException(objection.get())));
  }

  private static Optional<NativeDelete> nativeDelete(@Nullable List<Object> told) {
    return told == null || told.isEmpty() ? Optional.empty() : NativeDelete.besides(told);
  }

  private CompletableFuture<Optional<String>> objection(
      String command, CompletableFuture<List<Object>> reply) {
    return reply.handle(
        (told, thrown) ->
            Missing.in(command, told, thrown).map(missing -> missing.describe(prefix)));
  }

  private void warn(@Nullable List<Object> told) {
    if (Missing.isWhoListens(told)) {
      LOG.warn(
          "{}: the user may not use PUBSUB. Locks work; a client that dies while it waits can delay the"
              + " next one by its claim lease",
          described);
    }
  }
}
