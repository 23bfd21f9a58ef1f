package io.holdfast.lock.core.server;

import io.holdfast.lock.core.jfr.CallSpan;
import io.holdfast.lock.core.jfr.Recorder;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.protocol.AsyncCommand;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one call, waits for its answer and hands it on, but never from inside the sender's own
 * call. An answer of the server comes by the network's thread, also if it is there before the
 * sender has returned: answers of one connection are handed on in the order in which they came.
 */
final class Reply implements BiConsumer<@Nullable List<Object>, @Nullable Throwable> {

  private static final Logger LOG = LoggerFactory.getLogger(Reply.class);

  private final ServerLink link;
  private final Connector.Commands over;
  private final long sentNanos;
  private final ScriptCall<?> call;
  private final boolean withText;
  private final @Nullable CallSpan span = Recorder.here().call();
  // Both written by the sender; no other thread can find itself in the first.
  private @Nullable Thread sender = Thread.currentThread();
  private @Nullable Throwable notHandedOn;

  Reply(
      ServerLink link,
      Connector.Commands over,
      long sentNanos,
      ScriptCall<?> call,
      boolean withText) {
    this.link = link;
    this.over = over;
    this.sentNanos = sentNanos;
    this.call = call;
    this.withText = withText;
  }

  /** Throws what kept a failure from being handed on: then the call hears nothing of it. */
  void send() {
    AsyncCommand<String, String, List<Object>> command = null;
    try {
      command = call.command(withText);
      var unused = command.whenComplete(this); // before it is sent: an early answer would come here
      over.connection().dispatch(command);
    } catch (RuntimeException | Error e) {
      if (command == null) {
        accept(null, e);
      } else {
        // Perhaps not even sent; an answer does not count any more.
        command.completeExceptionally(e);
      }
    } finally {
      sender = null;
    }
    if (notHandedOn instanceof Error e) {
      throw e;
    }
    if (notHandedOn instanceof RuntimeException e) {
      throw e;
    }
  }

  @Override
  public void accept(@Nullable List<Object> reply, @Nullable Throwable thrown) {
    if (sender == Thread.currentThread()) {
      try {
        link.executor().execute(() -> decide(reply, thrown));
      } catch (RuntimeException | Error e) { // a future would keep it to itself
        notHandedOn = e;
      }
    } else {
      decide(reply, thrown);
    }
  }

  private void decide(@Nullable List<Object> reply, @Nullable Throwable thrown) {
    try {
      if (reply != null) {
        link.heard();
        link.news().answered(call.script(), sentNanos, span);
        call.answered(reply);
      } else {
        fail(thrown == null ? new RedisException("the server answered nothing") : thrown);
      }
    } catch (RuntimeException | Error e) {
      notHandled(e);
    }
  }

  /**
   * The caller may have heard half of it, and must not wait for the rest: it is told that the
   * outcome is unknown, and asks again. A repeat is answered as the first time.
   */
  private void notHandled(Throwable thrown) {
    try {
      link.executor().execute(() -> call.failed(ServerFailure.of(thrown)));
    } finally {
      LOG.error("A reply of the server could not be handled; the request is repeated", thrown);
    }
  }

  private void fail(Throwable thrown) {
    Throwable cause = ServerFailure.reported(thrown);
    if (cause instanceof RedisCommandExecutionException) {
      link.heard();
    }
    if (cause instanceof RedisNoScriptException && !withText) {
      if (call.isRepeatable()) {
        link.send(call, over, true);
        return;
      }
      link.isUnknown(call.script());
    }
    ServerFailure failure = ServerFailure.of(cause);
    link.news().failed(call.script(), sentNanos, span, failure);
    link.failed(failure, over, sentNanos);
    call.failed(link.explained(failure));
  }
}
