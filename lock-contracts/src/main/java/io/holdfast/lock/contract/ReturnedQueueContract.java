package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A failover loses the latest writes: the queue is as it was before all its waiters were served.
 * Their clients live, so no ticket looks dead, and each granted one would keep the lock for its
 * claim lease, which is 5 min here.
 */
public abstract class ReturnedQueueContract extends ContractSuite {

  /**
   * A few requests for each client, however many of its tickets are back; far fewer than one for
   * each ticket.
   */
  private static final int MOST_SCRIPTS = 40;

  @Test
  @DisplayName("failure 131: the tickets of served waiters are back, as their server failed")
  void lock_twoTicketsOfTheServedAreBack_isHadAtOnce() throws InterruptedException {
    isHadAtOnceAfter(2);
  }

  @Test
  @DisplayName("failure 131: the tickets of served waiters are back, as their server failed")
  void lock_sixteenTicketsOfTheServedAreBack_isHadAtOnce() throws InterruptedException {
    isHadAtOnceAfter(16);
  }

  @Test
  @DisplayName("failure 131: the tickets of served waiters are back, as their server failed")
  void lock_threeHundredTicketsOfTheServedAreBack_isHadAtOnce() throws InterruptedException {
    isHadAtOnceAfter(300);
  }

  @Test
  @DisplayName("failure 131: the tickets of served waiters are back among other waiters")
  void lock_twoTicketsOfTheServedAreBackAndOthersWait_isHadByAllOfThem()
      throws InterruptedException {
    isHadByAllAfter(2);
  }

  @Test
  @DisplayName("failure 131: the tickets of served waiters are back among other waiters")
  void lock_sixteenTicketsOfTheServedAreBackAndOthersWait_isHadByAllOfThem()
      throws InterruptedException {
    isHadByAllAfter(16);
  }

  private void isHadAtOnceAfter(int waiters) throws InterruptedException {
    queueAndServe(waiters);
    putQueueBack();
    long before = scriptCalls();

    Hold first = hadByOne(lock); // the client behind `others` wants nothing, and has tickets
    first.close();
    hadByOne(others).close();

    assertThat(scriptCalls() - before).as("scripts").isLessThan(MOST_SCRIPTS);
    awaitFreeAndUnwanted();
  }

  private void isHadByAllAfter(int waiters) throws InterruptedException {
    queueAndServe(waiters);
    putQueueBack();

    List<CompletableFuture<Hold>> anew = queue(waiters);

    anew.forEach(one -> one.thenAccept(Hold::close));
    assertThat(anew).allSatisfy(one -> assertThat(one).succeedsWithin(LIMIT));
    awaitFreeAndUnwanted();
  }

  private Hold hadByOne(DistributedLock asked) {
    CompletableFuture<Hold> asking = asked.acquireAsync();
    assertThat(asking).succeedsWithin(LIMIT);
    Hold hold = asking.join();
    assertThat(hold.isValid()).isTrue();
    return hold;
  }

  private List<CompletableFuture<Hold>> queue(int waiters) {
    List<CompletableFuture<Hold>> waiting = new ArrayList<>();
    for (int i = 0; i < waiters; i++) {
      waiting.add((i % 2 == 0 ? lock : others).acquireAsync());
    }
    return waiting;
  }

  /** This many of two clients wait; the queue is saved; then they have the lock, one by one. */
  private void queueAndServe(int waiters) throws InterruptedException {
    Hold hold = open(ClientSpec.defaults().label("before")).lock(name).acquire();
    List<CompletableFuture<Hold>> waiting = queue(waiters);
    awaitQueueLength(2 * ticketsOf(waiters / 2));
    saveQueue();
    waiting.forEach(one -> one.thenAccept(Hold::close));
    hold.close();
    assertThat(waiting).allSatisfy(one -> assertThat(one).succeedsWithin(LIMIT));
    awaitFreeAndUnwanted();
  }

  private String queueKey() {
    return fixture().keys(name).get(1);
  }

  private void saveQueue() {
    copy(queueKey(), queueKey() + ":saved");
  }

  /** The lease of the hold before it is over. */
  private void putQueueBack() {
    copy(queueKey() + ":saved", queueKey());
  }

  private void copy(String from, String to) {
    for (TestServer server : fixture().servers()) {
      server.admin().number("COPY", from, to, "REPLACE");
    }
  }
}
