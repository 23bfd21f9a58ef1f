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
public abstract class PoolServerErrorContract extends PoolFaultSuite {

  private void config(String parameter, String value) {
    server.admin().text("CONFIG", "SET", parameter, value);
  }

  /** For as long as the error lasts: tryAcquire() throws it, acquire() waits for its end. */
  private void passes(String code, Runnable begin, Runnable end) {
    begin.run();
    assertThatThrownBy(() -> pool.tryAcquire(2))
        .isInstanceOf(LockServerException.class)
        .hasMessageContainingAll(code, name);
    CompletableFuture<Permit> waiting = actor("waiter").begins(() -> pool.acquire(3));
    stays(Duration.ofMillis(300), "waits", () -> !waiting.isDone());
    end.run();
    Permit three = Actor.succeeds(waiting);
    assertThat(out()).isEqualTo(3);
    three.close();
    awaitIdle();
    assertExactly(SIZE, others);
  }

  @Test
  @DisplayName("failure 28: the scripts are forgotten again and again")
  void permits_scriptsForgottenInTheMidst_areNeitherLostNorInvented() {
    CompletableFuture<?> turns =
        actor("taker")
            .starts(
                () -> {
                  for (int i = 0; i < 300; i++) {
                    pool.acquire(1 + i % SIZE).close();
                  }
                });
    while (!turns.isDone()) {
      server.admin().text("SCRIPT", "FLUSH");
    }
    Actor.ends(turns);
    awaitIdle();
    assertExactly(SIZE, others);
  }

  @Test
  @DisplayName("failure 29: the server has become a replica")
  void acquire_serverIsAReplica_waitsUntilItIsAMaster() {
    passes(
        "READONLY",
        () -> server.admin().text("REPLICAOF", "127.0.0.1", "1"),
        () -> server.admin().text("REPLICAOF", "NO", "ONE"));
  }

  @Test
  @DisplayName("failure 29: the server is a replica when permits are closed")
  void close_serverIsAReplica_givesThemBackWhenItIsAMaster() throws Exception {
    Permit three = pool.acquire(3);
    server.admin().text("REPLICAOF", "127.0.0.1", "1");
    three.close();
    assertThat(out()).isEqualTo(3);
    server.admin().text("REPLICAOF", "NO", "ONE");
    awaitIdle();
  }

  @Test
  @DisplayName("failure 32: the server is out of memory")
  void acquire_serverOutOfMemory_waitsUntilThereIsRoom() {
    passes("OOM", () -> config("maxmemory", "1"), () -> config("maxmemory", "0"));
  }

  @Test
  @DisplayName("failure 32: the server is out of memory while permits are out")
  void permits_serverOutOfMemory_areKeptAndHandedOver() throws Exception {
    Permit all = pool.acquire(SIZE);
    CompletableFuture<Permit> first = queue(others, 3);
    CompletableFuture<Permit> second = queue(others, 1);
    config("maxmemory", "1");
    try {
      all.extend(Duration.ofSeconds(40));
      assertThat(all.remaining()).isGreaterThan(Duration.ofSeconds(30));
      all.close();
      assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(LIMIT);
      assertThat(out()).isEqualTo(SIZE);
    } finally {
      config("maxmemory", "0");
    }
    closeAll(List.of(first, second));
  }

  @Test
  @DisplayName("failure 32: the server is out of memory, and may need just more permits")
  void resize_serverOutOfMemory_works() throws Exception {
    Permit all = pool.acquire(SIZE);
    CompletableFuture<Permit> waiting = queue(others, 1);
    config("maxmemory", "1");
    try {
      pool.resize(SIZE + 1);
      assertThat(waiting).succeedsWithin(LIMIT);
    } finally {
      config("maxmemory", "0");
    }
    waiting.join().close();
    all.close();
    pool.resize(SIZE);
  }

  @Test
  @DisplayName("failure 33: too few replicas when permits are closed")
  void close_tooFewReplicas_givesThemBackWhenThereAreEnough() throws Exception {
    Permit two = pool.acquire(2);
    config("min-replicas-to-write", "1");
    two.close();
    assertThat(out()).isEqualTo(2);
    config("min-replicas-to-write", "0");
    awaitIdle();
  }

  @Test
  @DisplayName("failure 39: the user loses the right to it")
  void acquire_noPermission_isToldAtOnce() throws Exception {
    server.admin().text("ACL", "SETUSER", server.clientUser(), "-evalsha", "-eval");
    try {
      for (TestThreads.Body call :
          List.<TestThreads.Body>of(pool::acquire, pool::tryAcquire, () -> pool.resize(9))) {
        long start = System.nanoTime();
        assertThatThrownBy(call::run)
            .isInstanceOf(LockServerException.class)
            .hasMessageContainingAll("NOPERM", name);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
      }
    } finally {
      server.admin().text("ACL", "SETUSER", server.clientUser(), "+evalsha", "+eval");
    }
    pool.acquire().close();
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
