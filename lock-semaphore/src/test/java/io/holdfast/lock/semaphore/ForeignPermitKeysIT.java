package io.holdfast.lock.semaphore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.ForeignKeys;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Foreign data stands under the keys of a semaphore, pool or latch. */
@ExtendWith(RedisServerExtension.class)
class ForeignPermitKeysIT {

  /** Long, and not what any script sets. */
  private static final long LASTS_MS = 50_000_000;

  private static final Map<String, Consumer<Semaphores>> CALLS =
      Map.ofEntries(
          Map.entry("sem give", of(DistributedSemaphore::release)),
          Map.entry("sem grow", of(semaphore -> semaphore.addPermits(1))),
          Map.entry("sem resize", of(semaphore -> semaphore.resize(7))),
          Map.entry("sem drain", of(DistributedSemaphore::drainPermits)),
          Map.entry("sem take", of(DistributedSemaphore::tryAcquire)),
          Map.entry("sem delete", of(DistributedSemaphore::delete)),
          Map.entry("latch count", of2(DistributedCountDownLatch::countDown)),
          Map.entry("latch await", of2(latch -> latch.awaitAsync().join())),
          Map.entry("latch delete", of2(DistributedCountDownLatch::delete)),
          Map.entry("pool resize", of3(pool -> pool.resize(7))),
          Map.entry("pool take", of3(pool -> pool.tryAcquire())),
          Map.entry("pool force", of3(PermitPool::reset)));

  private static Consumer<Semaphores> of(Consumer<DistributedSemaphore> call) {
    return semaphores -> call.accept(semaphores.get("x", 4));
  }

  private static Consumer<Semaphores> of2(Consumer<DistributedCountDownLatch> call) {
    return semaphores -> call.accept(semaphores.latch("x", 2));
  }

  private static Consumer<Semaphores> of3(Consumer<PermitPool> call) {
    return semaphores -> call.accept(semaphores.pool("x", 4));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET KEY text",
        "RPUSH KEY one two",
        "SADD KEY one two",
        "HSET KEY field value",
        "HSET KEY id 42",
        "HSET KEY count 5 name x",
        "HSET KEY permits 3 name x",
        "HSET KEY size 4 name x",
        "ZADD KEY 1 one 2 two",
        "ZADD KEY -1 one -2 two",
        "XADD KEY 1-1 field value"
      })
  @DisplayName("failure 127: no call of a semaphore, pool or latch touches foreign data")
  void calls_aKeyIsOfSomebodyElse_failAndLeaveItAsItIs(
      String foreign, @FreshServer RedisServer server) {
    RespClient admin = server.admin();
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      CALLS.forEach(
          (what, call) -> {
            String kind = what.substring(0, what.indexOf(' '));
            for (String part : List.of("", "q", "r")) {
              if (part.equals("r") && kind.equals("latch")) {
                continue; // has no such key
              }
              admin.command("FLUSHALL");
              String key = "holdfast:" + kind + part + ":{x}";
              admin.command(foreign.replace("KEY", key).split(" "));
              admin.command("PEXPIRE", key, Long.toString(LASTS_MS));
              List<?> before = ForeignKeys.content(admin, key);
              String as = what + " with " + foreign.replace("KEY", key);
              assertThatThrownBy(() -> call.accept(new Semaphores(client)))
                  .as(as)
                  .satisfiesAnyOf(
                      thrown -> assertThat(thrown).isInstanceOf(LockServerException.class),
                      thrown -> assertThat(thrown).hasCauseInstanceOf(LockServerException.class));
              assertThat(ForeignKeys.content(admin, key)).as(as).isEqualTo(before);
              assertThat(admin.number("PTTL", key)).as(as).isBetween(LASTS_MS / 2, LASTS_MS);
            }
          });
    }
  }
}
