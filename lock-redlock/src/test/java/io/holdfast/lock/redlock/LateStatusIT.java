package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.ServerLink;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * A node reports itself before its vote. But the watchdog handles answers that Lettuce completes in
 * the sending thread, and so perhaps after the vote.
 */
class LateStatusIT extends RedLockSuite {

  private final CountDownLatch watchdogGoesOn = new CountDownLatch(1);

  @Test
  void tryLock_whatTheNodeSaysOfItselfIsHandledAfterItsVote_waitsForIt(@FreshServer RedisServer one)
      throws Exception {
    RedLockSettings settings =
        RedLockSettings.builder().quarantine(false).nodeTimeout(Duration.ofMinutes(1)).build();
    try (HoldfastClient client = HoldfastClient.connect(one.uri());
        RedLocks locks = new RedLocks(settings, client);
        TestThreads threads = TestThreads.open()) {
      QuorumMember member = QuorumMember.of(client, QuorumParts.KIND, QuorumParts.SCRIPTS);
      answerTheFirstCallInTheSendersThread(member.link());
      member.engine().watchdog().execute(this::standStill);

      CompletableFuture<Boolean> had = threads.call("alice", () -> locks.get(NAME).tryLock());
      awaitHeld(SOON, one, NAME);
      stays(Duration.ofMillis(300), "the vote is not judged yet", () -> !had.isDone());
      watchdogGoesOn.countDown();

      assertThat(had).succeedsWithin(SOON).isEqualTo(true);
    }
  }

  private void standStill() {
    try {
      assertThat(watchdogGoesOn.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** In the sender's thread Lettuce completes only failures, but it does not promise this. */
  private static void answerTheFirstCallInTheSendersThread(ServerLink link) throws Exception {
    Object present = field(field(link, "connection"), "present");
    @SuppressWarnings("unchecked")
    AtomicReference<Connector.Commands> commands = (AtomicReference<Connector.Commands>) present;
    Connector.Commands real = commands.get();
    AtomicBoolean isFirst = new AtomicBoolean(true);
    Object slow =
        Proxy.newProxyInstance(
            LateStatusIT.class.getClassLoader(),
            new Class<?>[] {StatefulRedisConnection.class},
            (proxy, method, args) ->
                method.getName().equals("dispatch") && isFirst.getAndSet(false)
                    ? answered(real.connection(), (AsyncCommand<?, ?, ?>) args[0])
                    : call(real.connection(), method, args));
    @SuppressWarnings("unchecked")
    StatefulRedisConnection<String, String> connection =
        (StatefulRedisConnection<String, String>) slow;
    commands.set(new Connector.Commands(connection, real.scripting(), real.basic()));
  }

  private static Object field(Object of, String name) throws Exception {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  /** Sends another command instead, and completes this one with its answer. */
  @SuppressWarnings("unchecked")
  private static AsyncCommand<?, ?, ?> answered(
      StatefulConnection<String, String> connection, AsyncCommand<?, ?, ?> command)
      throws Exception {
    AsyncCommand<String, String, Object> original = (AsyncCommand<String, String, Object>) command;
    AsyncCommand<String, String, Object> instead =
        new AsyncCommand<>(
            new Command<>(original.getType(), original.getOutput(), original.getArgs()));
    connection.dispatch(instead);
    original.complete(instead.get(1, TimeUnit.MINUTES));
    return original;
  }

  private static Object call(Object target, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
