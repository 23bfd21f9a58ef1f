package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A server of a read-write lock and its clients, in virtual time: messages take their time, replies
 * get lost, owners oversleep their leases and die. Correct, unless it is asked to make a mistake.
 */
final class SimulatedReadWriteLock {

  static final Duration LEASE = Duration.ofMillis(100);

  static final Bounds BOUNDS =
      Bounds.ofLease(LEASE)
          .handOver(Duration.ofMillis(20))
          .answer(Duration.ofMillis(50))
          .longestWait(Duration.ofSeconds(10));

  /** Defects of the server. */
  enum Mistake {
    NONE,
    WRITER_IGNORES_READERS,
    READER_IGNORES_WRITER,
    ONE_EXPIRY_FREES_ALL,
    UPGRADE_ALLOWED,
    READER_TOKEN_STALE
  }

  private record Task(long nanos, long number, Runnable action) {}

  /** What is granted, or refused, at the server. */
  private record Ask(
      Client client, long hold, OperationKind kind, boolean isWaiting, Granted granted) {

    boolean reads() {
      return kind == OperationKind.READ_LOCK || kind == OperationKind.READ_TRY_LOCK;
    }
  }

  private interface Granted {
    void with(long token);
  }

  private static final class Client {
    private long process;

    Client(long process) {
      this.process = process;
    }
  }

  private final Random random;
  private final Mistake mistake;
  private final int operations;
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::nanos).thenComparingLong(Task::number));
  private final List<Event> events = new ArrayList<>();
  private final Deque<Ask> queue = new ArrayDeque<>();
  private final Map<Long, Client> readers = new LinkedHashMap<>();
  private long now;
  private long numbers;
  private long writer; // 0: nobody
  private long writing; // its process
  private long token;
  private long staleToken;
  private int begun;
  private long processes;

  private SimulatedReadWriteLock(long seed, int operations, Mistake mistake) {
    this.random = new Random(seed);
    this.operations = operations;
    this.mistake = mistake;
  }

  static History history(long seed, int clients, int operations, Mistake mistake) {
    SimulatedReadWriteLock lock = new SimulatedReadWriteLock(seed, operations, mistake);
    for (int i = 0; i < clients; i++) {
      Client client = new Client(++lock.processes);
      lock.after(lock.micros(500), () -> lock.ask(client));
    }
    while (!lock.tasks.isEmpty()) {
      Task task = lock.tasks.remove();
      lock.now = task.nanos();
      task.action().run();
    }
    return History.of(lock.events);
  }

  private void after(long nanos, Runnable action) {
    tasks.add(new Task(now + nanos, ++numbers, action));
  }

  /** Up to this many microseconds. */
  private long micros(int bound) {
    return TimeUnit.MICROSECONDS.toNanos(1 + random.nextInt(bound));
  }

  private long message() {
    return micros(random.nextInt(20) == 0 ? 4_000 : 300);
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private void write(Client client, long operation, OperationKind kind, Phase phase, Facts facts) {
    events.add(
        new Event(
            client.process,
            client.process,
            events.size(),
            now,
            operation,
            Tale.LOCK,
            kind,
            phase,
            facts));
  }

  // --- clients

  private OperationKind chooseKind() {
    boolean waits = chance(70);
    if (chance(65)) {
      return waits ? OperationKind.READ_LOCK : OperationKind.READ_TRY_LOCK;
    }
    return waits ? OperationKind.LOCK : OperationKind.TRY_LOCK;
  }

  private void ask(Client client) {
    if (begun >= operations) {
      return;
    }
    begun++;
    OperationKind kind = chooseKind();
    long operation = ++numbers;
    long hold = ++numbers;
    Facts facts = Facts.ofHold(hold);
    write(client, operation, kind, Phase.INVOKE, facts);
    boolean isReplyLost = chance(1);
    Granted granted =
        given -> {
          long deadline = now + LEASE.toNanos();
          if (!isReplyLost) {
            after(
                message(),
                () -> {
                  Facts known = facts.token(given).holdCount(1).deadlineNanos(deadline);
                  write(client, operation, kind, Phase.OK, known);
                  own(client, hold, kind, deadline);
                });
          }
        };
    Ask ask = new Ask(client, hold, kind, kind.waits(), granted);
    after(message(), () -> acquire(ask, isReplyLost ? () -> {} : () -> refuse(ask, operation)));
    if (isReplyLost) {
      after(TimeUnit.MILLISECONDS.toNanos(20), () -> giveUp(client, operation, kind, hold));
    }
  }

  private void refuse(Ask ask, long operation) {
    after(
        message(),
        () -> {
          Facts facts = Facts.ofHold(ask.hold()).error("false");
          write(ask.client(), operation, ask.kind(), Phase.FAIL, facts);
          think(ask.client());
        });
  }

  private void giveUp(Client client, long operation, OperationKind kind, long hold) {
    write(client, operation, kind, Phase.INFO, Facts.ofHold(hold).error("LockServerException"));
    after(
        message(),
        () -> {
          queue.removeIf(ask -> ask.hold() == hold);
          release(hold);
        });
    think(client);
  }

  private void own(Client client, long hold, OperationKind kind, long deadline) {
    boolean reads = kind == OperationKind.READ_LOCK || kind == OperationKind.READ_TRY_LOCK;
    if (chance(1)) {
      client.process = ++processes; // was killed; another starts in its place
      think(client);
    } else if (!reads && chance(15)) {
      downgrade(client, hold, deadline);
    } else if (reads && chance(10)) {
      upgrade(client, hold, deadline);
    } else {
      work(client, hold, reads, deadline);
    }
  }

  /** Asks for the read lock under the write lock, releases that, and works on. */
  private void downgrade(Client client, long hold, long deadline) {
    long operation = ++numbers;
    long reading = ++numbers;
    OperationKind kind = OperationKind.READ_LOCK;
    write(client, operation, kind, Phase.INVOKE, Facts.ofHold(reading));
    Granted granted =
        given -> {
          long until = now + LEASE.toNanos();
          after(
              message(),
              () -> {
                Facts facts = Facts.ofHold(reading).token(given).holdCount(1);
                write(client, operation, kind, Phase.OK, facts.deadlineNanos(until));
                unlock(client, hold, false, deadline, () -> work(client, reading, true, until));
              });
        };
    Ask ask = new Ask(client, reading, kind, true, granted);
    after(message(), () -> acquire(ask, () -> {}));
  }

  private void upgrade(Client client, long hold, long deadline) {
    long operation = ++numbers;
    long upper = ++numbers;
    Facts facts = Facts.ofHold(upper);
    write(client, operation, OperationKind.UPGRADE, Phase.INVOKE, facts);
    if (mistake == Mistake.UPGRADE_ALLOWED && readers.containsKey(hold)) {
      Facts known = facts.token(nextToken()).holdCount(1);
      write(client, operation, OperationKind.UPGRADE, Phase.OK, known);
      after(message(), () -> leaveUpgrade(client, facts.holdCount(0)));
      after(TimeUnit.MILLISECONDS.toNanos(10), () -> work(client, hold, true, deadline));
    } else {
      String error = chance(50) ? "false" : "IllegalMonitorStateException";
      write(client, operation, OperationKind.UPGRADE, Phase.FAIL, facts.error(error));
      work(client, hold, true, deadline);
    }
  }

  private void leaveUpgrade(Client client, Facts facts) {
    long exit = ++numbers;
    write(client, exit, OperationKind.UNLOCK, Phase.INVOKE, facts);
    after(message(), () -> write(client, exit, OperationKind.UNLOCK, Phase.OK, facts));
  }

  private void work(Client client, long hold, boolean reads, long deadline) {
    boolean oversleeps = chance(2);
    after(
        oversleeps ? LEASE.toNanos() + micros(50_000) : micros(2_000),
        () -> unlock(client, hold, reads, deadline, () -> think(client)));
  }

  private void unlock(Client client, long hold, boolean reads, long deadline, Runnable next) {
    long operation = ++numbers;
    OperationKind kind = reads ? OperationKind.READ_UNLOCK : OperationKind.UNLOCK;
    Facts facts = Facts.ofHold(hold).holdCount(0);
    write(client, operation, kind, Phase.INVOKE, facts);
    boolean isLate = now >= deadline;
    int fate = random.nextInt(100);
    if (fate > 0) { // else the request is lost
      after(
          message(),
          () -> {
            boolean isKept = release(hold) && !isLate;
            if (fate > 1) { // else the reply is lost
              Facts end = isKept ? facts : facts.error("LeaseLostException");
              after(
                  message(),
                  () -> {
                    write(client, operation, kind, isKept ? Phase.OK : Phase.FAIL, end);
                    next.run();
                  });
            }
          });
    }
    if (fate <= 1) {
      after(
          TimeUnit.MILLISECONDS.toNanos(20),
          () -> {
            write(client, operation, kind, Phase.INFO, facts.error("LockServerException"));
            next.run();
          });
    }
  }

  private void think(Client client) {
    after(micros(3_000), () -> ask(client));
  }

  // --- the server

  private void acquire(Ask ask, Runnable refused) {
    boolean isDowngrade = ask.reads() && writer != 0 && writing == ask.client().process;
    if (isDowngrade || (queue.isEmpty() && mayEnter(ask))) {
      grant(ask);
    } else if (ask.isWaiting()) {
      queue.add(ask);
    } else {
      refused.run();
    }
  }

  private boolean mayEnter(Ask ask) {
    boolean errs = chance(10);
    if (ask.reads()) {
      return writer == 0 || (errs && mistake == Mistake.READER_IGNORES_WRITER);
    }
    boolean isFreeOfReaders =
        readers.isEmpty() || (errs && mistake == Mistake.WRITER_IGNORES_READERS);
    return writer == 0 && isFreeOfReaders;
  }

  private long nextToken() {
    staleToken = token;
    token += 1 + random.nextInt(3);
    return token;
  }

  /** Readers of a client may share what was given to one of them; so not all draw a number. */
  private long readersToken() {
    if (mistake == Mistake.READER_TOKEN_STALE && chance(5)) {
      return Math.max(1, staleToken);
    }
    return chance(50) ? Math.max(1, token) : token + 1;
  }

  private void grant(Ask ask) {
    long given;
    if (ask.reads()) {
      readers.put(ask.hold(), ask.client());
      given = readersToken();
      token = Math.max(token, given);
    } else {
      writer = ask.hold();
      writing = ask.client().process;
      given = nextToken();
    }
    ask.granted().with(given);
    after(LEASE.toNanos(), () -> expire(ask.hold()));
  }

  private void expire(long hold) {
    if (mistake == Mistake.ONE_EXPIRY_FREES_ALL && readers.containsKey(hold)) {
      readers.clear();
      serve();
    } else {
      release(hold);
    }
  }

  private boolean release(long hold) {
    boolean wasHeld = writer == hold || readers.containsKey(hold);
    if (writer == hold) {
      writer = 0;
    }
    readers.remove(hold);
    serve();
    return wasHeld;
  }

  /** A writer, or the run of readers at the head. */
  private void serve() {
    while (!queue.isEmpty() && mayEnter(queue.element())) {
      grant(queue.remove());
    }
  }
}
