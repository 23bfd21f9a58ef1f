package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.core.race.Nowhere;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.script.LuaScript.Source;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.AsyncCommand;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which thread hands on an answer, and in which order. */
class ReplyTest {

  private static final LuaScript SCRIPT =
      LuaScript.load(Source.beside(ServerLink.class), "mark.lua");

  private final List<Outcome<List<Object>>> heard = new ArrayList<>();
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final ServerLink link =
      new ServerLink(
          ModelConnections.of(Nowhere.resources(), CompletableFuture::new),
          new Probe("model", "model", "probe", "inbox"),
          MonotonicClock.SYSTEM,
          Duration.ofSeconds(1),
          this::keep,
          () -> {});

  private @Nullable Error refusal; // of the executor

  private void keep(Runnable task) {
    if (refusal != null) {
      throw refusal;
    }
    later.add(task);
  }

  /** Sends a call over a connection that does this with its command. */
  private void send(Consumer<AsyncCommand<String, String, List<Object>>> sending) {
    @SuppressWarnings("unchecked")
    StatefulConnection<String, String> connection =
        (StatefulConnection<String, String>)
            Proxy.newProxyInstance(
                ReplyTest.class.getClassLoader(),
                new Class<?>[] {StatefulConnection.class},
                (proxy, method, arguments) -> {
                  assertThat(method.getName()).isEqualTo("dispatch");
                  sending.accept((AsyncCommand<String, String, List<Object>>) arguments[0]);
                  return arguments[0];
                });
    ScriptCall<List<Object>> call =
        new ScriptCall<>(
            SCRIPT, new String[] {"key"}, new String[0], false, reply -> reply, heard::add);
    link.send(call, new Connector.Commands(connection, null, null), false);
  }

  private static Outcome<List<Object>> answer(long number) {
    return new Outcome.Answered<>(List.of(number));
  }

  /** By the network's thread, which is faster than the one that sends. */
  private static void answers(AsyncCommand<String, String, List<Object>> command, long number) {
    CompletableFuture.runAsync(() -> command.complete(List.of(number))).join();
  }

  @Test
  void send_theNetworkIsFasterThanTheSender_handsAnswersOnInOrder() {
    send(
        first -> {
          answers(first, 1);
          assertThat(heard).containsExactly(answer(1));
        });
    send(second -> answers(second, 2));

    assertThat(heard).containsExactly(answer(1), answer(2));
    assertThat(later).isEmpty();
  }

  @Test
  void send_itFailsInTheCall_isNotToldInTheCall() {
    send(command -> command.completeExceptionally(new RedisException("not connected")));
    assertThat(heard).isEmpty();

    later.remove().run();

    assertThat(heard).singleElement().isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void send_sendingThrows_isToldOnce() {
    List<AsyncCommand<String, String, List<Object>>> sent = new ArrayList<>();
    send(
        command -> {
          sent.add(command);
          throw new OutOfMemoryError("on purpose");
        });
    later.remove().run();

    sent.get(0).complete(List.of(1L)); // it was still sent

    assertThat(heard).singleElement().isInstanceOf(Outcome.Failed.class);
    assertThat(later).isEmpty();
  }

  @Test
  void send_alsoTheFailureCannotBeHandedOn_throwsToTheSender() {
    Error none = new OutOfMemoryError("none left for this either");
    refusal = none;

    assertThatThrownBy(
            () ->
                send(
                    command -> {
                      throw new OutOfMemoryError("on purpose");
                    }))
        .isSameAs(none);
    assertThat(heard).isEmpty();
  }
}
