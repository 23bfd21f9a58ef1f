package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Errors that the server answers. Temporary ones are waited for, lasting ones are reported at once,
 * and no error leaves anything behind.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ServerErrorContract extends FaultSuite {

  /** For as long as {@code error} lasts: tryLock() throws it, lock() waits for its end. */
  private void passes(String code, TestThreads.Body begin, TestThreads.Body end) throws Exception {
    begin.run();
    assertThatThrownBy(lock::tryLock)
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining(code)
        .hasMessageContaining(name);
    Actor waiter = actor("waiter");
    CompletableFuture<?> waiting = waiter.starts(lock::lock);
    stays(Duration.ofMillis(300), "waits", () -> !waiting.isDone());
    end.run();
    Actor.succeeds(waiting);
    waiter.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  private void config(String name, String value) {
    server.admin().text("CONFIG", "SET", name, value);
  }

  @Test
  @DisplayName("failure 28: the scripts are forgotten again and again")
  void lock_scriptsForgottenInTheMidst_works() throws Exception {
    CompletableFuture<?> turns =
        actor("owner")
            .starts(
                () -> {
                  for (int i = 0; i < 500; i++) {
                    lock.lock();
                    lock.unlock();
                  }
                });
    while (!turns.isDone()) {
      server.admin().text("SCRIPT", "FLUSH");
    }
    Actor.succeeds(turns);
  }

  @Test
  @DisplayName("failure 29: the server has become a replica")
  void lock_serverIsAReplica_waitsUntilItIsAMaster() throws Exception {
    passes(
        "READONLY",
        () -> server.admin().text("REPLICAOF", "127.0.0.1", "1"),
        () -> server.admin().text("REPLICAOF", "NO", "ONE"));
  }

  @Test
  @DisplayName("failure 30: the server is loading its data")
  void lock_serverLoading_waits() {
    Duration loading = Duration.ofSeconds(4);
    server.restartLoading(loading);
    assertThatThrownBy(lock::tryLock).isInstanceOf(LockServerException.class);
    long start = System.nanoTime();
    lock.lock();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
    server.awaitLoaded(AT_ONCE);
    lock.unlock();
  }

  @Test
  @DisplayName("failure 31: a foreign script keeps the server busy")
  void lock_serverBusy_waits() throws Exception {
    config("lua-time-limit", "20");
    CompletableFuture<?> loop = new CompletableFuture<>();
    passes(
        "BUSY",
        () -> {
          actor("loop").starts(() -> loopForEver(loop));
          eventually().isTrue("busy", this::isBusy);
        },
        () -> server.admin().text("SCRIPT", "KILL"));
    assertThat(loop).succeedsWithin(LIMIT);
  }

  private void loopForEver(CompletableFuture<?> ended) {
    try (var client = io.holdfast.lock.testkit.resp.RespClient.connect(server.uri())) {
      client.text("EVAL", "while true do end", "0");
    } catch (io.holdfast.lock.testkit.resp.RespException killed) {
      ended.complete(null);
    }
  }

  private boolean isBusy() {
    try {
      server.admin().text("PING");
      return false;
    } catch (io.holdfast.lock.testkit.resp.RespException e) {
      return e.code().equals("BUSY");
    }
  }

  @Test
  @DisplayName("failure 32: the server is out of memory")
  void lock_serverOutOfMemory_waitsUntilThereIsRoom() throws Exception {
    passes("OOM", () -> config("maxmemory", "1"), () -> config("maxmemory", "0"));
  }

  @Test
  @DisplayName("failure 32: the server is out of memory when the lock is released")
  void unlock_serverOutOfMemory_releasesAndHandsOver() {
    lock.lock();
    Actor next = actor("next");
    CompletableFuture<?> waiting = next.starts(others::lock);
    awaitQueueLength(1);
    config("maxmemory", "1");

    lock.unlock();

    if (!fixture().grantIsEnough()) {
      config("maxmemory", "0"); // a majority needs more writes
    }
    Actor.succeeds(waiting);
    next.does(others::unlock);
    eventually().isTrue("free", () -> !others.isLocked());
    config("maxmemory", "0");
  }

  @Test
  @DisplayName("failure 32: the server is out of memory when a renewal is due")
  void renewal_serverOutOfMemory_goesOn() throws Exception {
    DistributedLock leased = open(spec().lease(time.lease())).lock(name);
    Hold hold = leased.acquire();
    config("maxmemory", "1");

    time.leasesPass(1, hold);

    assertThat(hold.isValid()).isTrue();
    assertThat(others.isLocked()).isTrue();
    hold.close();
    config("maxmemory", "0");
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 33: too few replicas for a write")
  void lock_tooFewReplicas_waits() throws Exception {
    passes(
        "NOREPLICAS",
        () -> config("min-replicas-to-write", "1"),
        () -> config("min-replicas-to-write", "0"));
  }

  @Test
  @DisplayName("failure 33: too few replicas when the lock is released")
  void unlock_tooFewReplicas_releasesWhenThereAreEnough() {
    lock.lock();
    config("min-replicas-to-write", "1");

    lock.unlock();

    assertThat(lock.getHoldCount()).isZero();
    assertThat(others.isLocked()).isTrue();
    config("min-replicas-to-write", "0");
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 39: the user loses the right to it")
  void lock_noPermission_isToldAtOnce() {
    server.admin().text("ACL", "SETUSER", server.clientUser(), "-evalsha", "-eval");
    try {
      for (TestThreads.Body call :
          new TestThreads.Body[] {lock::lock, lock::tryLock, lock::lockInterruptibly}) {
        long start = System.nanoTime();
        assertThatThrownBy(call::run)
            .isInstanceOf(LockServerException.class)
            .hasMessageContaining("NOPERM")
            .hasMessageContaining(name);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
      }
    } finally {
      server.admin().text("ACL", "SETUSER", server.clientUser(), "+evalsha", "+eval");
    }
    lock.lock();
    lock.unlock();
  }
}
