package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Connections that break while readers read, and servers that refuse or have forgotten. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReaderServerFaultContract extends ReaderFaultSuite
    implements ServerErrorContract, ConnectionFaultContract {

  private static final Duration LEASE = Duration.ofMillis(4500);

  @Override
  ClientSpec spec() {
    return super.spec().lease(LEASE);
  }

  // ---- connections

  @Test
  @DisplayName("failure 4: the connections are reset while clients read")
  void readers_connectionsReset_goOnAreRenewedAndReleased() throws Exception {
    Hold hold = watched(read.acquire());
    Actor thread = holderOf(read);
    Actor writer = actor("writer");
    CompletableFuture<?> writing = queue(writer, othersWrite);
    // A grant out of the queue stands for the claim lease only, until it is confirmed.
    Duration claim = ClientSpec.Pace.QUICK.claimLease();
    eventually()
        .isTrue(
            "it has its lease",
            () -> others.inspect().readers().get(0).remaining().compareTo(claim) > 0);

    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      stays(LEASE.multipliedBy(2).dividedBy(5), "they read, and a renewal fails", hold::isValid);
    }

    stays(
        LEASE.plusSeconds(1),
        "they read",
        () -> hold.isValid() && entries().size() == 1 && !writing.isDone());
    thread.does(read::unlock);
    proxy.cut(Connections.all(), Cut.RST);
    hold.close();
    assertThat(writing).succeedsWithin(LIMIT);
    writer.does(othersWrite::unlock);
    awaitLosses(0, Duration.ZERO);
  }

  @Test
  @DisplayName("failure 7: the renewals of readers are not answered for longer than the lease")
  void readers_renewalsUnansweredBeyondTheLease_areToldBeforeAWriterGetsIn() throws Exception {
    Hold hold = watched(read.acquire());
    Actor thread = holderOf(read);
    Hold threads = watchedHoldOf(thread, read);
    Actor writer = actor("writer");
    CompletableFuture<Boolean> metAReader =
        writer.begins(
            () -> {
              othersWrite.lock();
              return hold.isValid() || threads.isValid();
            });
    awaitQueueLength(1);

    try (ActiveFault mute = proxy.blackhole(Connections.all(), Direction.TO_SERVER)) {
      awaitLosses(2, LEASE.plus(AT_ONCE));
      assertThat(metAReader).succeedsWithin(LIMIT).isEqualTo(false);
    }

    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    assertThat(thread.failsIn(read::unlock)).isInstanceOf(LeaseLostException.class);
    stays(A_WHILE, "what arrives late changes nothing", () -> entries().isEmpty());
    writer.does(othersWrite::unlock);
  }

  // ---- a server that has forgotten

  @Test
  @DisplayName("failure 44: the server restarts without data while many read")
  void readers_serverRestartsEmpty_areEachToldOnceAndAWriterGetsIn() throws Exception {
    List<Hold> holds = new ArrayList<>();
    DistributedLock second = anotherBehindTheProxy().readLock();
    for (DistributedLock view : List.of(read, read, read, second, second)) {
      holds.add(watched(view.acquire()));
    }
    Actor thread = holderOf(read);
    holds.add(watchedHoldOf(thread, read));

    server.restartEmpty();

    awaitLosses(6, LEASE.plus(AT_ONCE));
    assertThat(holds).noneMatch(Hold::isValid);
    Actor writer = holderOf(othersWrite);
    long highest = holds.stream().mapToLong(Hold::token).max().orElseThrow();
    assertThat(writer.says(othersWrite::token)).isGreaterThan(highest);
    assertThat(thread.failsIn(read::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(thread.failsIn(read::unlock))
        .isExactlyInstanceOf(IllegalMonitorStateException.class);
    for (Hold hold : holds.subList(0, 5)) {
      assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    }
    assertThat(writer.says(othersWrite::isHeldByCurrentThread)).isTrue();
    CompletableFuture<?> again = queue(thread, read);
    writer.does(othersWrite::unlock);
    Actor.ends(again);
    thread.does(read::unlock);
    awaitFreeAndUnwanted();
    awaitLosses(6, Duration.ZERO);
  }

  // ---- a server that refuses

  @Test
  @DisplayName("failure 32: the server is out of memory while clients read and others wait")
  void readers_serverOutOfMemory_goOnLeaveAndHandOver() throws Exception {
    Actor reader = holderOf(read);
    Actor writer = actor("writer");
    CompletableFuture<?> writing = queue(writer, othersWrite);
    DistributedLock second = anotherBehindTheProxy().readLock();
    Actor behind = actor("behind");
    CompletableFuture<?> reading = queue(behind, second);
    Actor leaver = actor("leaver");
    CompletableFuture<?> leaving =
        leaver.starts(anotherThatAsksOften().readLock()::lockInterruptibly);
    awaitQueueLength(3);

    server.maxMemory(1);

    stays(
        LEASE.plusSeconds(1),
        "one reads, and those who wait are heard",
        () -> entries().size() == 1 && others.getQueueLength() == 3);
    leaver.thread().interrupt();
    assertThat(Actor.failure(leaving)).isInstanceOf(InterruptedException.class);
    awaitQueueLength(2);
    reader.does(read::unlock);
    assertThat(writing).succeedsWithin(LIMIT);
    writer.does(othersWrite::unlock);
    assertThat(reading).succeedsWithin(LIMIT);
    Hold renewed = behind.says(() -> second.currentHold().orElseThrow());
    stays(LEASE.plusSeconds(1), "it reads", () -> renewed.isValid() && entries().size() == 1);
    behind.does(second::unlock);
    awaitFreeAndUnwanted();
    server.maxMemory(0);
  }

  @Test
  @DisplayName("failure 32: a reader comes to a server that is out of memory")
  void reader_serverOutOfMemory_waitsUntilThereIsRoom() {
    Actor reader = holderOf(othersRead);
    server.maxMemory(1);
    // The first reader of a client needs the server; further ones do not.
    Actor neighbour = actor("neighbour");
    assertThat(neighbour.says(() -> othersRead.tryLock())).isTrue();
    neighbour.does(othersRead::unlock);
    assertThatThrownBy(read::tryLock)
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("OOM")
        .hasMessageContaining(name);
    Actor waiter = actor("waiter");
    CompletableFuture<?> waiting = waiter.starts(read::lock);
    stays(Duration.ofMillis(300), "waits", () -> !waiting.isDone() && entries().size() == 1);
    server.maxMemory(0);
    Actor.ends(waiting);
    assertThat(entries()).hasSize(2);
    waiter.does(read::unlock);
    reader.does(othersRead::unlock);
    awaitFreeAndUnwanted();
  }
}
