package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Errors that the server answers. Temporary ones are waited for, lasting ones are reported at once,
 * and no error loses or invents a permit.
 */
public abstract class PoolServerErrorContract extends PoolFaultSuite
    implements ServerErrorContract {

  @Test
  @DisplayName("failure 32: the server is out of memory while permits are out")
  void permits_serverOutOfMemory_areKeptAndHandedOver() throws Exception {
    Permit all = pool.acquire(SIZE);
    CompletableFuture<Permit> first = queue(others, 3);
    CompletableFuture<Permit> second = queue(others, 1);
    server.maxMemory(1);
    try {
      all.extend(Duration.ofSeconds(40));
      assertThat(all.remaining()).isGreaterThan(Duration.ofSeconds(30));
      all.close();
      assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(LIMIT);
      assertThat(out()).isEqualTo(SIZE);
    } finally {
      server.maxMemory(0);
    }
    closeAll(List.of(first, second));
  }

  @Test
  @DisplayName("failure 32: the server is out of memory, and may need just more permits")
  void resize_serverOutOfMemory_works() throws Exception {
    Permit all = pool.acquire(SIZE);
    CompletableFuture<Permit> waiting = queue(others, 1);
    server.maxMemory(1);
    try {
      pool.resize(SIZE + 1);
      assertThat(waiting).succeedsWithin(LIMIT);
    } finally {
      server.maxMemory(0);
    }
    waiting.join().close();
    all.close();
    pool.resize(SIZE);
  }

  // ---- foreign keys in the pool's place

  private void isToldAndNotTouched(PermitPool foreign) {
    List<TestThreads.Body> calls =
        List.of(
            foreign::tryAcquire,
            foreign::acquire,
            () -> foreign.tryAcquire(1, Duration.ofMinutes(1)));
    for (TestThreads.Body call : calls) {
      assertThatThrownBy(call::run)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("WRONGTYPE");
    }
    assertThat(Actor.failure(foreign.acquireAsync(1, AcquireOptions.defaults())))
        .isInstanceOf(LockServerException.class);
  }

  @Test
  @DisplayName("failure 35: a foreign hash stands where the size would be")
  void key_aForeignHash_isToldAndNotTouched() {
    String key = fixture().keys("foreign").size();
    server.admin().number("HSET", key, "id", "x");
    PermitPool foreign = open(ClientSpec.defaults()).pool("foreign", SIZE);
    isToldAndNotTouched(foreign);
    assertThatThrownBy(foreign::reset).isInstanceOf(LockServerException.class);
    assertThatThrownBy(() -> foreign.resize(2)).isInstanceOf(LockServerException.class);
    assertThat(server.admin().texts("HGETALL", key)).containsExactly("id", "x");
    server.admin().number("DEL", key);
  }

  @Test
  @DisplayName("failure 35: a key of another type stands in the pool's place")
  void keys_ofForeignTypes_areToldAndNotTouched() {
    List<String> keys = fixture().keys("foreign").all();
    for (String key : keys) {
      server.admin().number("RPUSH", key, "x");
      PermitPool foreign = open(ClientSpec.defaults()).pool("foreign", SIZE);
      isToldAndNotTouched(foreign);
      assertThat(server.admin().texts("LRANGE", key, "0", "-1")).containsExactly("x");
      for (String other : keys) {
        assertThat(server.admin().number("EXISTS", other))
            .as("%s, when %s is foreign", other, key)
            .isEqualTo(other.equals(key) ? 1 : 0);
      }
      server.admin().number("DEL", key);
    }
  }
}
