package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.proxy.Side;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The size of a pool behind a network that delivers late. */
@ExtendWith(RedisServerExtension.class)
class PoolResizeIT {

  private static final HoldfastSettings QUICK =
      HoldfastSettings.builder().commandTimeout(Duration.ofMillis(500)).build();

  private static long scriptCalls(RedisServer server) {
    Map<String, Long> calls = server.commandCalls();
    return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
  }

  @Test
  void resize_thatArrivesBehindALaterOneOfItsClient_doesNothing(@FreshServer RedisServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = HoldfastClient.connect(QUICK, proxy.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      PermitPool pool = new Semaphores(client).pool("ab", 4);
      pool.resize(5); // the script is known
      Rule late = proxy.when(Command.script()).holdCommand();
      assertThatThrownBy(() -> pool.resize(8)).isInstanceOf(LockServerException.class);
      proxy.cut(Connections.verbs(), Cut.RST, Side.CLIENT); // to the server it still stands
      eventually().isTrue("the later one is done", () -> isResized(pool, 2));
      long before = scriptCalls(server);
      late.release();
      eventually().isTrue("the late one is executed", () -> scriptCalls(server) > before);

      PermitPool there = new Semaphores(other).pool("ab", 4);
      assertThat(there.inspect().size()).isEqualTo(2);
      there.resize(3); // another client's is another matter
      try (Permit all = there.acquire(3)) {
        assertThat(all.isValid()).isTrue();
      }
    }
  }

  private static boolean isResized(PermitPool pool, int size) {
    try {
      pool.resize(size);
      return true;
    } catch (LockServerException e) {
      return false;
    }
  }
}
