package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;

/** The bounded buffer of {@link Condition}'s documentation, under load. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class BoundedBufferContract extends ContractSuite {

  private static final Duration LOAD = Duration.ofMillis(1500);
  private static final Duration END = Duration.ofMinutes(1);
  private static final int CAPACITY = 3;
  private static final int LEAST = 10;
  private static final int MOST = 20_000;
  private static final Item END_OF_ITEMS = new Item(-1, -1);

  private record Item(int producer, int number) {}

  private enum Way {
    PATIENTLY,
    WITH_TIME_OUTS,
    WITH_SIGNAL_ALL
  }

  /** A client's view of the one buffer: the items are shared, lock and conditions its own. */
  private record Buffer(
      DistributedLock lock, Condition notFull, Condition notEmpty, Queue<Item> items, Way way) {

    void put(Item item) throws InterruptedException {
      lock.lock();
      try {
        while (items.size() == CAPACITY) {
          await(notFull);
        }
        items.add(item);
        signal(notEmpty);
      } finally {
        lock.unlock();
      }
    }

    Item take() throws InterruptedException {
      lock.lock();
      try {
        while (items.isEmpty()) {
          await(notEmpty);
        }
        Item item = items.remove();
        signal(notFull);
        return item;
      } finally {
        lock.unlock();
      }
    }

    @SuppressWarnings("WaitNotInLoop") // the callers loop
    private void await(Condition condition) throws InterruptedException {
      if (way == Way.WITH_TIME_OUTS) {
        assertThat(condition.awaitNanos(TimeUnit.MILLISECONDS.toNanos(4)))
            .isLessThan(TimeUnit.MILLISECONDS.toNanos(4));
      } else {
        condition.await();
      }
    }

    private void signal(Condition condition) {
      if (way == Way.WITH_SIGNAL_ALL) {
        condition.signalAll();
      } else {
        condition.signal();
      }
    }
  }

  /** The number of items in the buffer; protected only by the lock under test. */
  private final Queue<Item> items = new ArrayDeque<>();

  private final Collection<Item> put = new ConcurrentLinkedQueue<>();
  private final Collection<List<Item>> taken = new ConcurrentLinkedQueue<>();
  private final AtomicInteger producers = new AtomicInteger();

  private Buffer ofAClient(Way way) {
    DistributedLock view = open(ClientSpec.defaults()).lock(name);
    return new Buffer(
        view, view.newCondition("notFull"), view.newCondition("notEmpty"), items, way);
  }

  private void produce(Buffer buffer) throws InterruptedException {
    int self = producers.incrementAndGet();
    long end = System.nanoTime() + LOAD.toNanos();
    for (int n = 0; n < LEAST || (n < MOST && System.nanoTime() - end < 0); n++) {
      Item item = new Item(self, n);
      put.add(item);
      buffer.put(item);
    }
    buffer.put(END_OF_ITEMS);
  }

  private void consume(Buffer buffer) throws InterruptedException {
    List<Item> mine = new ArrayList<>();
    for (Item item = buffer.take(); !item.equals(END_OF_ITEMS); item = buffer.take()) {
      mine.add(item);
    }
    taken.add(mine);
  }

  /** As many producers as consumers, so that each consumer meets an end. */
  private void run(List<Buffer> buffers) throws InterruptedException {
    for (Buffer buffer : buffers) {
      var producer = threads().start("producer", () -> produce(buffer));
      var consumer = threads().start("consumer", () -> consume(buffer));
      assertThat(producer).isNotSameAs(consumer);
    }
    threads().joinAll(END);
    assertThat(items).isEmpty();
    List<Item> all = taken.stream().flatMap(List::stream).toList();
    assertThat(all).as("taken as often as put").hasSameSizeAs(put);
    assertThat(new HashSet<>(all)).as("without those taken twice").hasSameSizeAs(all);
    assertThat(new HashSet<>(all)).isEqualTo(new HashSet<>(put));
    assertThat(put).hasSizeGreaterThanOrEqualTo(buffers.size() * LEAST);
    for (List<Item> ofOneConsumer : taken) {
      for (int producer = 1; producer <= producers.get(); producer++) {
        int self = producer;
        assertThat(ofOneConsumer.stream().filter(item -> item.producer() == self))
            .extracting(Item::number)
            .isSorted();
      }
    }
    awaitFreeAndUnwanted();
  }

  @Test
  void buffer_threadsOfSeveralClients_losesAndDuplicatesNothing() throws Exception {
    run(List.of(ofAClient(Way.PATIENTLY), ofAClient(Way.PATIENTLY), ofAClient(Way.PATIENTLY)));
  }

  @Test
  void buffer_someWaitWithTimeOutsAndSomeWakeAll_losesAndDuplicatesNothing() throws Exception {
    run(
        List.of(
            ofAClient(Way.WITH_TIME_OUTS),
            ofAClient(Way.WITH_SIGNAL_ALL),
            ofAClient(Way.WITH_TIME_OUTS)));
  }

  @Test
  void buffer_threadsThatShareUnnamedConditions_losesAndDuplicatesNothing() throws Exception {
    Buffer shared =
        new Buffer(lock, lock.newCondition(), lock.newCondition(), items, Way.PATIENTLY);
    run(List.of(shared, shared, shared));
  }
}
