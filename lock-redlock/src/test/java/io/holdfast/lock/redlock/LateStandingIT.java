package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.ServerLink;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
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
 * What a node says of itself is answered before its vote; but an answer that comes while its sender
 * still sends is handled by the watchdog, and so perhaps after the vote.
 */
class LateStandingIT extends RedLockSuite {

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
      answerTheFirstCallWhileItIsSent(member.link());
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

  /** The network thread is faster than the one that sends, once. */
  private static void answerTheFirstCallWhileItIsSent(ServerLink link) throws Exception {
    Field field = ServerLink.class.getDeclaredField("commands");
    field.setAccessible(true);
    @SuppressWarnings("unchecked")
    AtomicReference<Connector.Commands> commands =
        (AtomicReference<Connector.Commands>) field.get(link);
    Connector.Commands real = commands.get();
    AtomicBoolean isFirst = new AtomicBoolean(true);
    Object slow =
        Proxy.newProxyInstance(
            LateStandingIT.class.getClassLoader(),
            new Class<?>[] {RedisScriptingAsyncCommands.class},
            (proxy, method, args) -> {
              Object answer = call(real.scripting(), method, args);
              if (isFirst.getAndSet(false)) {
                assertThat(((RedisFuture<?>) answer).await(1, TimeUnit.MINUTES)).isTrue();
              }
              return answer;
            });
    @SuppressWarnings("unchecked")
    RedisScriptingAsyncCommands<String, String> scripting =
        (RedisScriptingAsyncCommands<String, String>) slow;
    commands.set(new Connector.Commands(real.connection(), scripting, real.basic()));
  }

  private static Object call(Object target, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
