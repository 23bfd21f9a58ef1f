package io.holdfast.lock.contract.mutant;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.torture.client.LockClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of the mini lock: one connection for its verbs, one inbox. Goes to the next server when
 * the present one does not answer.
 */
final class MiniClient implements LockClient {

  private static final Duration REASSERTION = Duration.ofMillis(100);
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

  private final String clientId = UUID.randomUUID().toString();
  private final List<String> servers;
  private final Duration lease;
  private final Defect defect;
  private final Mischief mischief;
  private final MiniScripts scripts;
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicInteger timedAttempts = new AtomicInteger();
  private final Map<String, Semaphore> waiters = new ConcurrentHashMap<>();
  private final Map<String, MiniLock> locks = new ConcurrentHashMap<>();
  private final ExecutorService async =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "mini-async");
            thread.setDaemon(true);
            return thread;
          });
  private int server; // the present one; guarded by this
  private RespClient verbs; // guarded by this
  private RespSubscriber inbox; // guarded by this
  private volatile boolean isClosed; // written by close

  MiniClient(List<String> servers, Duration lease, Defect defect, Mischief mischief) {
    this.servers = servers;
    this.lease = lease;
    this.defect = defect;
    this.mischief = mischief;
    this.scripts = new MiniScripts(defect);
    connect();
    Thread listener = new Thread(this::listen, "mini-inbox");
    listener.setDaemon(true);
    listener.start();
  }

  private synchronized void connect() {
    String uri = servers.get(server);
    verbs = RespClient.connect(uri, COMMAND_TIMEOUT);
    inbox = RespSubscriber.channels(uri, MiniScripts.INBOX_PREFIX + clientId);
  }

  private synchronized RespSubscriber inbox() {
    return inbox;
  }

  private void listen() {
    try {
      while (!isClosed) {
        inbox()
            .next(Duration.ofMillis(50))
            .map(message -> waiters.get(message.text()))
            .ifPresent(Semaphore::release);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What a server was asked. */
  interface Verb<T> {
    T send(RespClient server);
  }

  <T> T ask(Verb<T> verb) {
    RespClient present = connected();
    try {
      return verb.send(present);
    } catch (UncheckedIOException | RespException e) {
      throw new LockServerException("mini lock: no answer: " + e.getMessage(), e);
    }
  }

  /** Connected; where nobody answers, to the next server. */
  private synchronized RespClient connected() {
    for (int tries = 0; !verbs.isOpen(); tries++) {
      try {
        inbox.close();
        connect();
      } catch (UncheckedIOException e) {
        server = (server + 1) % servers.size();
        if (tries > servers.size()) {
          throw new LockServerException("mini lock: no server: " + e.getMessage(), e);
        }
      }
    }
    return verbs;
  }

  String newId() {
    return clientId + ":" + numbers.incrementAndGet();
  }

  /** Released by each message about this id. */
  Semaphore expect(String id) {
    Semaphore woken = new Semaphore(0);
    waiters.put(id, woken);
    return woken;
  }

  void forget(String id) {
    waiters.remove(id);
  }

  /** How an attempt ended. */
  record Granted(String id, long token, int count, long deadlineNanos) {}

  Optional<Granted> acquire(
      String name,
      boolean waits,
      Optional<Duration> wait,
      Optional<Duration> fixedLease,
      boolean interruptible)
      throws InterruptedException {
    String id = newId();
    long leaseMillis = fixedLease.orElse(lease).toMillis();
    if (isLate(wait)) {
      scripts.leave(connected(), name, id); // nobody has answered: withdrawn, and only then ...
      ask(verbs -> scripts.acquire(verbs, name, id, leaseMillis, true)); // ... it arrives
      return Optional.empty();
    }
    Semaphore woken = expect(id);
    try {
      return await(name, id, leaseMillis, waits, wait, interruptible, woken);
    } finally {
      forget(id);
    }
  }

  private boolean isLate(Optional<Duration> wait) {
    return mischief == Mischief.ARRIVES_LATE
        && wait.isPresent()
        && timedAttempts.incrementAndGet() % 5 == 0;
  }

  private Optional<Granted> await(
      String name,
      String id,
      long leaseMillis,
      boolean waits,
      Optional<Duration> wait,
      boolean interruptible,
      Semaphore woken)
      throws InterruptedException {
    long end = System.nanoTime() + wait.map(Duration::toNanos).orElse(Long.MAX_VALUE / 2);
    boolean isSettled = false;
    boolean wasInterrupted = false;
    try {
      while (true) {
        long sent = System.nanoTime();
        List<String> reply = ask(verbs -> send(verbs, name, id, leaseMillis, waits));
        if (reply.get(0).equals("ACQUIRED")) {
          isSettled = true;
          return Optional.of(granted(id, reply, sent, leaseMillis));
        }
        long left = end - System.nanoTime();
        if (!waits || left <= 0 || reply.get(0).equals("DEAD")) {
          return Optional.empty();
        }
        try {
          sleep(woken, left);
        } catch (InterruptedException e) {
          if (interruptible) {
            throw e;
          }
          wasInterrupted = true;
        }
      }
    } finally {
      if (!isSettled && waits) {
        withdraw(name, id);
      }
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private List<String> send(
      RespClient server, String name, String id, long leaseMillis, boolean waits) {
    boolean isRepeated =
        mischief == Mischief.REPEATS
            && Integer.parseInt(id.substring(id.indexOf(':') + 1)) % 3 == 0;
    if (isRepeated) {
      scripts.acquire(server, name, id, leaseMillis, waits); // its reply is lost
    }
    return scripts.acquire(server, name, id, leaseMillis, waits);
  }

  private Granted granted(String id, List<String> reply, long sentNanos, long leaseMillis) {
    long margin = leaseMillis / 100 + 2;
    return new Granted(
        id,
        Long.parseLong(reply.get(1)),
        Integer.parseInt(reply.get(2)),
        sentNanos + TimeUnit.MILLISECONDS.toNanos(leaseMillis - margin));
  }

  private void sleep(Semaphore woken, long leftNanos) throws InterruptedException {
    long nanos =
        defect == Defect.NO_REASSERTION ? leftNanos : Math.min(leftNanos, REASSERTION.toNanos());
    var unused = woken.tryAcquire(nanos, TimeUnit.NANOSECONDS);
  }

  private void withdraw(String name, String id) {
    ask(
        verbs -> {
          scripts.leave(verbs, name, id);
          return true;
        });
  }

  /** Whether it was released now; else it was lost before. */
  boolean release(String name, String id) {
    return ask(verbs -> scripts.release(verbs, name, id)).get(0).equals("RELEASED");
  }

  @Override
  public DistributedLock lock(String name) {
    return locks.computeIfAbsent(name, key -> new MiniLock(this, key, defect));
  }

  @Override
  public DistributedLock lock(String name, AcquireOptions options) {
    throw new UnsupportedOperationException("options");
  }

  @Override
  public long arrivalOf(Hold hold) {
    throw new UnsupportedOperationException("it numbers no arrivals");
  }

  /** On a thread of its own. */
  void runAsync(Runnable task) {
    async.execute(task);
  }

  /** Calls that were given up, and have got the lock since, release it first. */
  @Override
  public void close() {
    async.shutdown();
    try {
      var unused = async.awaitTermination(COMMAND_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    disconnect();
  }

  private synchronized void disconnect() {
    isClosed = true;
    verbs.close();
    inbox.close();
  }
}
