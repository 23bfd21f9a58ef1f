package io.holdfast.lock.contract;

import static io.holdfast.lock.contract.ContractWorld.LIMIT;
import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Connections that are dead, slow or cut, for everything that is taken and given back. */
public interface ConnectionFaultContract extends FaultyWorld {

  private void takesInTime() throws Exception {
    long start = System.nanoTime();
    faults().resource().take();
    // A waiter waits for 5 min, and TCP for longer.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(ContractWorld.LIMIT);
    assertThat(faults().resource().taken()).isOne();
    faults().resource().give();
    faults().resource().nothingLost();
  }

  @Test
  @DisplayName("failure 24: a half-open connection with requests on it")
  default void take_connectionHalfOpen_isDoneOverANewOneInTime() throws Exception {
    faults().proxy().blackhole(Connections.all().present());
    takesInTime();
  }

  @Test
  @DisplayName("failure 24: half-open connections, with a waiter")
  default void waiter_connectionsHalfOpen_isServedOverNewOnes() throws Exception {
    Resource resource = faults().resource();
    resource.takeByRival();
    Actor waiter = faults().world().actor("waiter");
    CompletableFuture<?> waiting = waiter.starts(resource::take);
    eventually().expect("it waits", resource::waiting, n -> n == 1);
    faults().proxy().blackhole(Connections.all().present());
    resource.giveByRival();
    assertThat(waiting).succeedsWithin(LIMIT);
    assertThat(resource.taken()).isOne();
    waiter.does(resource::give);
    resource.nothingLost();
  }

  @Test
  @DisplayName("failure 25: one direction is mute, keep-alive is answered")
  default void take_answersDoNotArrive_isDoneOverANewOneInTime() throws Exception {
    faults().proxy().blackhole(Connections.all().present(), Direction.TO_CLIENT);
    takesInTime();
  }

  @Test
  @DisplayName("failure 3: every answer is late, but not too late")
  default void take_slowNetwork_works() throws Exception {
    Duration least = Duration.ofMillis(50);
    Duration most = Duration.ofMillis(200);
    try (ActiveFault slow =
        faults().proxy().delay(Connections.all(), Direction.TO_CLIENT, least, most)) {
      for (int i = 0; i < 3; i++) {
        takesInTime();
      }
    }
  }

  @Test
  @DisplayName("failures 3 and 17: all connections are cut again and again")
  default void turns_connectionsCutAgainAndAgain_loseAndInventNothing() {
    Resource resource = faults().resource();
    List<TestThreads.Body> turns = new ArrayList<>(resource.turns());
    turns.add(
        () -> {
          resource.takeByRival();
          resource.giveByRival();
        });
    AtomicBoolean isEnough = new AtomicBoolean();
    List<CompletableFuture<?>> taking = new ArrayList<>();
    for (TestThreads.Body turn : turns) {
      taking.add(
          faults()
              .world()
              .actor("taker")
              .starts(
                  () -> {
                    while (!isEnough.get()) {
                      turn.run();
                    }
                    turn.run(); // begun after the last cut
                  }));
    }
    for (int i = 0; i < 15; i++) {
      stays(Duration.ofMillis(50), "between two cuts", () -> true);
      faults().proxy().cut(Connections.all(), i % 2 == 0 ? Cut.RST : Cut.FIN);
    }
    isEnough.set(true);
    taking.forEach(one -> assertThat(one).succeedsWithin(LIMIT));
    resource.nothingLost();
  }
}
