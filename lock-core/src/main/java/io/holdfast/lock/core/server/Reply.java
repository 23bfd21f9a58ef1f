package io.holdfast.lock.core.server;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for one answer and hands it on, but never from inside the sender's own call. */
final class Reply implements BiConsumer<@Nullable List<Object>, @Nullable Throwable> {

  private static final Logger LOG = LoggerFactory.getLogger(Reply.class);

  private final ServerLink link;
  private final Executor executor;
  private final long sentNanos;
  private final Consumer<Outcome<List<Object>>> then;
  private @Nullable Runnable notKnown;
  // Written by the sender; no other thread can find itself here.
  private @Nullable Thread sender = Thread.currentThread();

  Reply(ServerLink link, Executor executor, long sentNanos, Consumer<Outcome<List<Object>>> then) {
    this.link = link;
    this.executor = executor;
    this.sentNanos = sentNanos;
    this.then = then;
  }

  /** What to do if the server does not know the script. */
  void ifNotKnown(Runnable action) {
    notKnown = action;
  }

  void listenTo(Supplier<RedisFuture<List<Object>>> send) {
    try {
      send.get().whenComplete(this);
    } catch (RuntimeException e) {
      accept(null, e); // not even sent
    } finally {
      sender = null;
    }
  }

  @Override
  public void accept(@Nullable List<Object> reply, @Nullable Throwable thrown) {
    if (sender == Thread.currentThread()) {
      executor.execute(() -> decide(reply, thrown));
    } else {
      decide(reply, thrown);
    }
  }

  private void decide(@Nullable List<Object> reply, @Nullable Throwable thrown) {
    try {
      if (reply != null) {
        link.heard();
        then.accept(new Outcome.Answered<>(reply));
      } else {
        fail(thrown == null ? new RedisException("the server answered nothing") : thrown);
      }
    } catch (RuntimeException | Error e) {
      LOG.error("An answer of the server could not be handled", e);
    }
  }

  private void fail(Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof RedisCommandExecutionException) {
      link.heard();
    }
    if (cause instanceof RedisNoScriptException && notKnown != null) {
      notKnown.run();
      return;
    }
    ServerFailure failure = ServerFailure.of(cause);
    link.failed(failure, sentNanos);
    then.accept(new Outcome.Failed<>(failure));
  }
}
