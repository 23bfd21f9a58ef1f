package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.HeldPermit;
import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.PermitHandle;
import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Clients with one thread each, of which one has the only permit and the others wait for it. */
final class WaitingLine implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RedisServer server;
  private final Subject subject;
  private final Function<LockSubject, PermitHandle> handle;
  private final List<Client> clients = new ArrayList<>();
  private final BlockingQueue<Client> gotIt = new LinkedBlockingQueue<>();
  private Client holder;

  /**
   * What a hand-over costs.
   *
   * @param scripts that were called
   * @param messages that were published
   * @param received messages, each counted once for every connection that it was sent to
   */
  record Cost(long scripts, long messages, long received) {}

  /** The first client gets the permit. */
  WaitingLine(RedisServer server, Subject subject, Function<LockSubject, PermitHandle> handle)
      throws InterruptedException {
    this.server = server;
    this.subject = subject;
    this.handle = handle;
    this.holder = newClient();
    holder.acquire();
    nextHolder();
  }

  /** Clients come until so many wait. */
  void growTo(int waiting) throws InterruptedException {
    while (clients.size() <= waiting) {
      newClient().acquire();
      Quiet.await(server);
    }
  }

  /** The holder releases, another gets it, the former queues again: what the first two cost. */
  Cost handOver() throws InterruptedException {
    Client former = holder;
    try (RespSubscriber all = RespSubscriber.patterns(server.uri(), "*")) {
      Map<String, Long> listeners = listeners();
      server.resetStatistics();
      former.release();
      nextHolder();
      Quiet.Counts counts = Quiet.await(server);
      long received =
          all.messages().stream()
              .mapToLong(message -> listeners.getOrDefault(message.channel(), 0L))
              .sum();
      former.acquire();
      Quiet.await(server);
      return new Cost(counts.scripts(), counts.messages(), received);
    }
  }

  /** Of each channel, how many connections have subscribed to it by its name. */
  private Map<String, Long> listeners() {
    List<String> command = new ArrayList<>(List.of("PUBSUB", "NUMSUB"));
    command.addAll(server.admin().texts("PUBSUB", "CHANNELS"));
    List<?> reply = server.admin().array(command.toArray(String[]::new));
    Map<String, Long> listeners = new HashMap<>();
    for (int i = 0; i < reply.size(); i += 2) {
      listeners.put(String.valueOf(reply.get(i)), (Long) reply.get(i + 1));
    }
    return listeners;
  }

  private void nextHolder() throws InterruptedException {
    Client next = gotIt.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    if (next == null) {
      throw new IllegalStateException(
          "%s: nobody got the permit within %d ms".formatted(subject, PATIENCE.toMillis()));
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
      holder.release();
      for (int i = 1; i < clients.size(); i++) {
        nextHolder();
        holder.release();
      }
    } finally {
      clients.forEach(Client::close);
    }
  }

  private final class Client implements AutoCloseable {

    private final LockSubject locks;
    private final PermitHandle permits;
    private final ExecutorService thread;
    private Optional<HeldPermit> held = Optional.empty(); // its thread's

    Client(LockSubject locks) {
      this.locks = locks;
      this.permits = handle.apply(locks);
      this.thread =
          Executors.newSingleThreadExecutor(
              task -> {
                Thread made = new Thread(task, "bench-waiting");
                made.setDaemon(true);
                return made;
              });
    }

    void acquire() {
      thread.execute(
          () -> {
            try {
              held = Optional.of(permits.acquire());
              gotIt.add(this);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }

    void release() {
      thread.execute(() -> held.ifPresent(HeldPermit::release));
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
