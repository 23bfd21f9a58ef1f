package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** No stream of readers keeps a writer out, and no stream of writers a reader. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReadWriteFairnessContract extends ReadWriteSuite {

  private static final int ROUNDS = 15;
  private static final int CLIENTS = 4;
  private static final int THREADS_OF_A_CLIENT = 2;
  private static final long SECTION_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Duration END = Duration.ofMinutes(1);

  /** Twice the turns of four runs, each a slice of 5 ms and a section of 2 ms of each thread. */
  private static final int USUAL_TURNS = 2 * CLIENTS * 4 * THREADS_OF_A_CLIENT;

  private final AtomicBoolean isEnough = new AtomicBoolean();
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger turns = new AtomicInteger();

  @AfterEach
  void endStreams() {
    isEnough.set(true);
  }

  /** Threads that take this view again and again, so that one of them always has it or wants it. */
  private void stream(DistributedLock view) {
    var unused =
        threads()
            .start(
                THREADS_OF_A_CLIENT,
                "stream",
                () -> {
                  while (!isEnough.get()) {
                    view.lock();
                    inside.incrementAndGet();
                    LockSupport.parkNanos(SECTION_NANOS);
                    turns.incrementAndGet();
                    inside.decrementAndGet();
                    view.unlock();
                  }
                });
  }

  /** The numbers under which they read, one after the other. */
  private void streamReads(DistributedLock read, Set<Long> tokens) {
    var unused =
        threads()
            .start(
                THREADS_OF_A_CLIENT,
                "reads",
                () -> {
                  while (!isEnough.get()) {
                    read.lock();
                    tokens.add(read.token());
                    LockSupport.parkNanos(SECTION_NANOS); // lets other virtual threads run
                    read.unlock();
                  }
                });
  }

  private long arrivalOfTheFirstThatWaits() {
    String queue = fixture().keys(name).queue();
    TestServer server = fixture().servers().get(0);
    String first =
        server.admin().texts("ZRANGE", queue, "(0", "+inf", "BYSCORE", "LIMIT", "0", "1").get(0);
    return server.admin().number("ZSCORE", queue, first);
  }

  /** One of them stays in, and so the writer out: all others stand, and are behind it. */
  @Test
  @DisplayName("failure 59: new readers keep coming, and none overtakes the writer")
  void readers_ofFourClientsWhileAWriterWaits_comeBehindIt() throws Exception {
    Set<Long> tokens = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < CLIENTS; i++) {
      streamReads(another().readLock(), tokens);
    }
    for (int i = 0; i < 5; i++) {
      Hold reader = read.acquire();
      eventually().isTrue("the stream flows", () -> !tokens.isEmpty());
      CompletableFuture<Hold> writing = othersWrite.acquireAsync();
      awaitQueueLength(1 + CLIENTS);
      long arrival = arrivalOfTheFirstThatWaits();
      reader.close();
      Hold writer = Actor.succeeds(writing);

      assertThat(tokens).noneMatch(token -> token >= arrival && token <= writer.token());
      tokens.clear();
      writer.close();
    }
    isEnough.set(true);
    threads().joinAll(END);
    awaitFreeAndUnwanted();
  }

  private void assertGetsIn(String what, DistributedLock view, boolean excludesTheStream)
      throws InterruptedException {
    List<Integer> overtaken = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      int before = turns.get();
      eventually().isTrue("the stream flows", () -> turns.get() >= before + 2 * CLIENTS);
      int asked = turns.get();
      assertThat(view.tryLock(END.toMillis(), TimeUnit.MILLISECONDS)).as(what).isTrue();
      overtaken.add(turns.get() - asked);
      if (excludesTheStream) {
        assertThat(inside).as("of the stream inside").hasValue(0);
      }
      view.unlock();
    }
    isEnough.set(true);
    threads().joinAll(END);
    List<Integer> sorted = overtaken.stream().sorted().toList();
    int median = sorted.get(ROUNDS / 2);
    System.out.printf(
        "%s: after %s turns of others, at most %s, of %s%n",
        what, median, sorted.get(ROUNDS - 1), turns.get());
    assertThat(median).as(what + ", turns of others before it").isLessThan(USUAL_TURNS);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 59: new readers keep coming")
  void writer_behindReadersOfFourClients_getsIn() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      stream(another().readLock());
    }
    assertGetsIn("writer behind readers of four clients", write, true);
  }

  @Test
  void writer_behindReadersOfItsOwnClient_getsIn() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      stream(read);
    }
    assertGetsIn("writer behind readers of its client", write, true);
  }

  @Test
  void reader_behindWritersOfFourClients_getsIn() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      stream(another().writeLock());
    }
    assertGetsIn("reader behind writers of four clients", read, true);
  }

  @Test
  void reader_behindWritersOfItsOwnClient_getsIn() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      stream(write);
    }
    assertGetsIn("reader behind writers of its client", read, true);
  }

  @Test
  void writer_behindReadersAndWritersOfFourClients_getsIn() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      var client = another();
      stream(i % 2 == 0 ? client.readLock() : client.writeLock());
    }
    assertGetsIn("writer behind readers and writers", write, true);
  }

  @Test
  void reader_behindReadersOfFourClients_getsIn() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      stream(another().readLock());
    }
    assertGetsIn("reader among readers", read, false);
  }
}
