package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.LockHandle;
import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Clients with one thread each, of which one has the lock and the others wait for it. */
final class WaitingLine implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RedisServer server;
  private final Subject subject;
  private final List<Client> clients = new ArrayList<>();
  private final BlockingQueue<Client> gotIt = new LinkedBlockingQueue<>();
  private Client holder;

  /** The first client gets the lock. */
  WaitingLine(RedisServer server, Subject subject) throws InterruptedException {
    this.server = server;
    this.subject = subject;
    this.holder = newClient();
    holder.lock();
    nextHolder();
  }

  /** Clients come until so many wait. */
  void growTo(int waiting) throws InterruptedException {
    while (clients.size() <= waiting) {
      newClient().lock();
      Quiet.await(server);
    }
  }

  /** The holder unlocks, another gets it, the former queues again: what the first two cost. */
  Quiet.Counts handOver() throws InterruptedException {
    Client former = holder;
    server.resetStatistics();
    former.unlock();
    nextHolder();
    Quiet.Counts counts = Quiet.await(server);
    former.lock();
    Quiet.await(server);
    return counts;
  }

  private void nextHolder() throws InterruptedException {
    Client next = gotIt.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    if (next == null) {
      throw new IllegalStateException(
          "%s: nobody got the lock within %d ms".formatted(subject, PATIENCE.toMillis()));
    }
    holder = next;
  }

  private Client newClient() {
    Client client = new Client(subject.open(server.uri()));
    clients.add(client);
    return client;
  }

  /** All get their turn, then the clients are closed. */
  @Override
  public void close() throws InterruptedException {
    try {
      holder.unlock();
      for (int i = 1; i < clients.size(); i++) {
        nextHolder();
        holder.unlock();
      }
    } finally {
      clients.forEach(Client::close);
    }
  }

  private final class Client implements AutoCloseable {

    private final LockSubject locks;
    private final LockHandle lock;
    private final ExecutorService thread;

    Client(LockSubject locks) {
      this.locks = locks;
      this.lock = locks.lock("ab");
      this.thread =
          Executors.newSingleThreadExecutor(
              task -> {
                Thread made = new Thread(task, "bench-waiting");
                made.setDaemon(true);
                return made;
              });
    }

    void lock() {
      thread.execute(
          () -> {
            lock.lock();
            gotIt.add(this);
          });
    }

    void unlock() {
      thread.execute(lock::unlock);
    }

    @Override
    public void close() {
      thread.shutdown();
      try {
        thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      locks.close();
    }
  }
}
