package io.holdfast.lock.core.server;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether replicas have what their server was told. Over a connection of its own, as {@code WAIT}
 * keeps all that is sent behind it waiting; opened by the first question. Any thread; never blocks.
 *
 * <p>The question itself and {@code WAIT} go to one server over one connection, or it counts as a
 * failure: after a failover the new master knows nothing of what the old one granted, and has
 * replicas that agree.
 */
public final class ReplicaLink {

  private static final LuaScript MARK =
      LuaScript.load(LuaScript.Source.beside(ReplicaLink.class), "mark.lua");

  private final Connector connector;
  private final ServerLink link;
  private final MonotonicClock clock;
  private final Executor executor;
  private final ReplicaRounds rounds;
  private final AtomicReference<@Nullable CompletableFuture<Void>> opening =
      new AtomicReference<>(); // null before the first question, and after one that failed
  private final Set<Asker<?>> askers = ConcurrentHashMap.newKeySet(); // without an answer
  private volatile boolean isClosed;

  /**
   * What is asked first, to know that the server has it.
   *
   * @param decoder reads the reply
   */
  public record Question<T>(
      LuaScript script, List<String> keys, List<String> args, Function<List<Object>, T> decoder) {}

  /**
   * What was found.
   *
   * @param answer to the question
   * @param replicas how many have what the server knew when it answered
   */
  public record Told<T>(T answer, long replicas) {}

  /** Hears one outcome: of its question, or that it is closed. */
  private final class Asker<T> implements Consumer<Outcome<Told<T>>> {

    private final Consumer<Outcome<Told<T>>> then;

    Asker(Consumer<Outcome<Told<T>>> then) {
      this.then = then;
    }

    @Override
    public void accept(Outcome<Told<T>> outcome) {
      if (askers.remove(this)) {
        then.accept(outcome);
      }
    }
  }

  /** Not connected yet; to the same server as that one, by a connector of its own. */
  ReplicaLink(
      Connector connector,
      Probe probe,
      MonotonicClock clock,
      Duration commandTimeout,
      Executor executor) {
    this.connector = connector;
    this.clock = clock;
    this.executor = executor;
    this.link = new ServerLink(connector, probe, clock, commandTimeout, executor, () -> {});
    this.rounds =
        new ReplicaRounds(
            clock,
            (place, millis) -> Connector.waitForReplicas(place.node(), place.replicas(), millis));
  }

  /**
   * Asks, and then waits until that many replicas have what the server knew then, or that time is
   * over.
   *
   * @param then never runs inside this call, unless this is closed; must not block
   */
  public <T> void confirm(
      Question<T> question, int replicas, Duration within, Consumer<Outcome<Told<T>>> then) {
    long untilNanos = clock.nanoTime() + within.toNanos();
    Asker<T> asker = new Asker<>(then);
    askers.add(asker);
    if (isClosed) { // looked at after it was added; the closing thread looks for it after that
      asker.accept(closed());
    } else {
      confirm(question, replicas, untilNanos, asker);
    }
  }

  private <T> void confirm(
      Question<T> question, int replicas, long untilNanos, Consumer<Outcome<Told<T>>> then) {
    opened()
        .whenCompleteAsync(
            (opened, thrown) -> {
              if (thrown == null) {
                askNode(question, replicas, untilNanos, then);
              } else {
                then.accept(failed(thrown));
              }
            },
            executor);
  }

  private <T> void askNode(
      Question<T> question, int replicas, long untilNanos, Consumer<Outcome<Told<T>>> then) {
    int generation = link.generation(); // before it is known where the key is
    CompletionStage<Connector.Commands> finding;
    try {
      finding = connector.nodeOf(link.requireCommands(), question.keys().get(0));
    } catch (RuntimeException e) {
      finding = CompletableFuture.failedFuture(e);
    }
    finding.whenComplete(
        (node, thrown) -> {
          if (thrown != null) {
            then.accept(failed(thrown));
            link.lookAgain();
          } else if (generation != link.generation() && clock.nanoTime() - untilNanos < 0) {
            askNode(question, replicas, untilNanos, then); // the first connection to it is a change
          } else {
            ask(question, node, generation, replicas, untilNanos, then);
          }
        });
  }

  /** Both go to the same node: that of a slot which moves may change from one to the next. */
  private <T> void ask(
      Question<T> question,
      Connector.Commands node,
      int generation,
      int replicas,
      long untilNanos,
      Consumer<Outcome<Told<T>>> then) {
    String[] keys = question.keys().toArray(String[]::new);
    CompletableFuture<Outcome<T>> asked = new CompletableFuture<>();
    CompletableFuture<Outcome<Boolean>> marked = new CompletableFuture<>();
    ScriptCall<T> asking =
        new ScriptCall<>(
            question.script(),
            keys,
            question.args().toArray(String[]::new),
            true,
            question.decoder(),
            asked::complete);
    ScriptCall<Boolean> marking =
        new ScriptCall<>(
            MARK,
            keys,
            new String[0],
            true,
            reply -> !Long.valueOf(0).equals(reply.get(0)),
            marked::complete);
    link.send(asking, node, false);
    link.send(marking, node, false);
    asked.thenAcceptBoth(
        marked,
        (answer, mark) -> {
          if (!(answer instanceof Outcome.Answered<T> answered)) {
            then.accept(new Outcome.Failed<>(((Outcome.Failed<T>) answer).failure()));
            link.lookAgain(); // the slot may have moved
          } else if (mark instanceof Outcome.Answered<Boolean> there) {
            long until = there.reply() ? untilNanos : clock.nanoTime(); // nothing to wait for
            rounds
                .join(new ReplicaRounds.Place(node.connection(), replicas), until)
                .whenComplete(
                    (count, thrown) -> {
                      if (thrown == null) {
                        long confirmed = there.reply() ? count : 0;
                        then.accept(judged(answered.reply(), confirmed, generation));
                      } else {
                        then.accept(failed(thrown));
                        link.lookAgain();
                      }
                    });
          } else {
            then.accept(new Outcome.Failed<>(((Outcome.Failed<Boolean>) mark).failure()));
            link.lookAgain();
          }
        });
  }

  private <T> Outcome<Told<T>> judged(T answer, long count, int generation) {
    return generation == link.generation()
        ? new Outcome.Answered<>(new Told<>(answer, count))
        : failed(new RedisException("the connection changed while replicas were asked"));
  }

  private static <T> Outcome<T> failed(Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    return new Outcome.Failed<>(ServerFailure.of(cause == null ? thrown : cause));
  }

  private CompletableFuture<Void> opened() {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> present = opening.compareAndExchange(null, mine);
    if (present != null) {
      return present;
    }
    CompletableFuture<Void> opens;
    try {
      opens = link.open();
    } catch (RuntimeException | Error e) {
      opens = CompletableFuture.failedFuture(e);
    }
    opens.whenComplete(
        (opened, thrown) -> {
          if (thrown == null) {
            mine.complete(null);
          } else {
            opening.set(null); // the next one tries again
            mine.completeExceptionally(thrown);
          }
        });
    return mine;
  }

  /** As that of a link; before the first question. */
  void observe(RequestNews.Audience audience) {
    link.observe(audience.clientLabel(), audience.observers());
  }

  /** As that of a link. */
  long pingIfIdle(Duration idle, Runnable unanswered) {
    return link.pingIfIdle(idle, unanswered);
  }

  /**
   * Closes the connection. Questions fail, those too that are not answered yet: what the answer
   * waits for may end with the client, without a word.
   */
  CompletableFuture<Void> close() {
    isClosed = true;
    CompletableFuture<Void> closing = link.close();
    askers.forEach(asker -> asker.accept(closed()));
    return closing;
  }

  private static <T> Outcome<T> closed() {
    return failed(new RedisException("Connection is closed"));
  }

  /** Closes what is left. Waits, but not for long. */
  void closeConnector() {
    connector.close();
  }
}
