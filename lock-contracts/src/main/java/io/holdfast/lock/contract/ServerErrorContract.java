package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Errors that the server answers, for everything that is taken and given back. Temporary errors are
 * waited for, lasting ones are reported at once, and no error loses or invents anything.
 */
public interface ServerErrorContract extends FaultyWorld {

  /** For as long as the error lasts: tryTake() throws it, take() waits for its end. */
  private void passes(String code, TestThreads.Body begin, TestThreads.Body end) throws Exception {
    Resource resource = faults().resource();
    resource.nothingLost(); // a reader keeps its entry for a moment
    begin.run();
    assertThatThrownBy(resource::tryTake)
        .isInstanceOf(LockServerException.class)
        .hasMessageContainingAll(code, faults().world().name);
    Actor waiter = faults().world().actor("waiter");
    CompletableFuture<?> waiting = waiter.starts(resource::take);
    stays(Duration.ofMillis(300), "waits", () -> !waiting.isDone());
    end.run();
    Actor.ends(waiting);
    assertThat(resource.taken()).isOne();
    waiter.does(resource::give);
    resource.nothingLost();
  }

  /** What was taken is given while the server refuses it; a waiter has it when that is over. */
  private void givesAfter(TestThreads.Body begin, TestThreads.Body end) throws Exception {
    Resource resource = faults().resource();
    resource.take();
    Actor next = faults().world().actor("next");
    CompletableFuture<?> waiting = next.starts(resource::takeByRival);
    eventually().expect("it waits", resource::waiting, n -> n == 1);
    begin.run();
    resource.give();
    assertThat(resource.held()).isZero();
    assertThat(resource.taken()).isOne();
    assertThat(waiting).isNotDone();
    end.run();
    Actor.ends(waiting);
    next.does(resource::giveByRival);
    resource.nothingLost();
  }

  @Test
  @DisplayName("failure 28: the scripts are forgotten again and again")
  default void turns_scriptsForgottenInTheMidst_loseAndInventNothing() {
    List<CompletableFuture<?>> taking = new ArrayList<>();
    for (TestThreads.Body turn : faults().resource().turns()) {
      taking.add(
          faults()
              .world()
              .actor("taker")
              .starts(
                  () -> {
                    for (int i = 0; i < 100; i++) {
                      turn.run();
                    }
                  }));
    }
    CompletableFuture<?> all = CompletableFuture.allOf(taking.toArray(CompletableFuture[]::new));
    while (!all.isDone()) {
      faults().server().admin().text("SCRIPT", "FLUSH");
    }
    Actor.ends(all);
    faults().resource().nothingLost();
  }

  @Test
  @DisplayName("failure 29: the server has become a replica")
  default void take_serverIsAReplica_waitsUntilItIsAMaster() throws Exception {
    passes("READONLY", faults()::becomeReplica, faults()::becomeMaster);
  }

  @Test
  @DisplayName("failure 29: the server is a replica when something is given back")
  default void give_serverIsAReplica_isDoneWhenItIsAMaster() throws Exception {
    givesAfter(faults()::becomeReplica, faults()::becomeMaster);
  }

  @Test
  @DisplayName("failure 30: the server is loading its data")
  default void take_serverLoading_waits() throws Exception {
    Resource resource = faults().resource();
    faults().server().restartLoading(Duration.ofSeconds(4));
    assertThatThrownBy(resource::tryTake).isInstanceOf(LockServerException.class);
    long start = System.nanoTime();
    resource.take();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(ContractWorld.LIMIT);
    faults().server().awaitLoaded(ContractWorld.AT_ONCE);
    resource.give();
    resource.nothingLost();
  }

  @Test
  @DisplayName("failure 31: a foreign script keeps the server busy")
  default void take_serverBusy_waits() throws Exception {
    faults().config("lua-time-limit", "20");
    CompletableFuture<?> loop = new CompletableFuture<>();
    passes(
        "BUSY",
        () -> {
          faults().world().actor("loop").starts(() -> loopForEver(faults().server(), loop));
          eventually().isTrue("busy", () -> isBusy(faults().server()));
        },
        () -> faults().server().admin().text("SCRIPT", "KILL"));
    assertThat(loop).succeedsWithin(ContractWorld.LIMIT);
  }

  private static void loopForEver(RedisServer server, CompletableFuture<?> ended) {
    try (RespClient client = RespClient.connect(server.uri())) {
      client.text("EVAL", "while true do end", "0");
    } catch (RespException killed) {
      ended.complete(null);
    }
  }

  private static boolean isBusy(RedisServer server) {
    try {
      server.admin().text("PING");
      return false;
    } catch (RespException e) {
      return e.code().equals("BUSY");
    }
  }

  @Test
  @DisplayName("failure 32: the server is out of memory")
  default void take_serverOutOfMemory_waitsUntilThereIsRoom() throws Exception {
    passes("OOM", () -> faults().config("maxmemory", "1"), () -> faults().config("maxmemory", "0"));
  }

  @Test
  @DisplayName("failure 32: the server is out of memory when something is given back")
  default void give_serverOutOfMemory_isDoneAndServesWhoWaits() throws Exception {
    Resource resource = faults().resource();
    resource.take();
    Actor next = faults().world().actor("next");
    CompletableFuture<?> waiting = next.starts(resource::takeByRival);
    eventually().expect("it waits", resource::waiting, n -> n == 1);
    faults().config("maxmemory", "1");

    resource.give();

    if (!resource.grantIsEnough()) {
      faults().config("maxmemory", "0"); // a majority needs more writes
    }
    Actor.ends(waiting);
    assertThat(resource.taken()).isOne();
    next.does(resource::giveByRival);
    eventually().expect("it is free", resource::taken, n -> n == 0);
    faults().config("maxmemory", "0");
    resource.nothingLost();
  }

  @Test
  @DisplayName("failure 33: too few replicas for a write")
  default void take_tooFewReplicas_waitsUntilThereAreEnough() throws Exception {
    passes(
        "NOREPLICAS",
        () -> faults().config("min-replicas-to-write", "1"),
        () -> faults().config("min-replicas-to-write", "0"));
  }

  @Test
  @DisplayName("failure 33: too few replicas when something is given back")
  default void give_tooFewReplicas_isDoneWhenThereAreEnough() throws Exception {
    givesAfter(
        () -> faults().config("min-replicas-to-write", "1"),
        () -> faults().config("min-replicas-to-write", "0"));
  }

  @Test
  @DisplayName("failure 39: the user loses the right to it")
  default void calls_noPermission_areToldAtOnce() throws Exception {
    RedisServer server = faults().server();
    server.admin().text("ACL", "SETUSER", server.clientUser(), "-evalsha", "-eval");
    try {
      for (TestThreads.Body call : faults().resource().calls()) {
        long start = System.nanoTime();
        assertThatThrownBy(call::run)
            .isInstanceOf(LockServerException.class)
            .hasMessageContainingAll("NOPERM", faults().world().name);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(ContractWorld.LIMIT);
      }
    } finally {
      server.admin().text("ACL", "SETUSER", server.clientUser(), "+evalsha", "+eval");
    }
    faults().resource().take();
    faults().resource().give();
  }
}
