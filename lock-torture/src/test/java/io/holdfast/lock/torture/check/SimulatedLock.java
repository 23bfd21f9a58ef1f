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
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A lock server and its clients in virtual time: messages take their time, replies get lost, owners
 * oversleep their leases and die. Correct, unless it is asked to make a mistake.
 */
final class SimulatedLock {

  static final Duration LEASE = Duration.ofMillis(100);

  static final Bounds BOUNDS =
      Bounds.ofLease(LEASE)
          .handOver(Duration.ofMillis(20))
          .answer(Duration.ofMillis(50))
          .longestWait(Duration.ofSeconds(10));

  /** Defects of the server. */
  enum Mistake {
    NONE,
    GRANTS_WHAT_IS_HELD,
    RELEASES_FOR_ANYBODY,
    REPEATS_A_TOKEN
  }

  private record Task(long nanos, long number, Runnable action) {}

  private record Waiter(Client client, long hold, boolean isWaiting, Runnable granted) {}

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
  private final Deque<Waiter> queue = new ArrayDeque<>();
  private long now;
  private long numbers;
  private long holder; // 0: nobody
  private long grants;
  private long token;
  private int begun;
  private long processes;

  private SimulatedLock(long seed, int operations, Mistake mistake) {
    this.random = new Random(seed);
    this.operations = operations;
    this.mistake = mistake;
  }

  static History history(long seed, int clients, int operations, Mistake mistake) {
    SimulatedLock lock = new SimulatedLock(seed, operations, mistake);
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

  private void ask(Client client) {
    if (begun >= operations) {
      return;
    }
    begun++;
    long operation = ++numbers;
    long hold = ++numbers;
    boolean waits = chance(60);
    OperationKind kind = waits ? OperationKind.LOCK : OperationKind.TRY_LOCK;
    Facts facts = Facts.ofHold(hold);
    write(client, operation, kind, Phase.INVOKE, facts);
    boolean isReplyLost = chance(1);
    Runnable granted =
        () -> {
          long given = token;
          long deadline = now + LEASE.toNanos();
          if (!isReplyLost) {
            after(
                message(),
                () -> {
                  write(
                      client,
                      operation,
                      kind,
                      Phase.OK,
                      facts.token(given).holdCount(1).deadlineNanos(deadline));
                  own(client, hold, given, deadline);
                });
          }
        };
    Runnable refused =
        () ->
            after(
                message(),
                () -> {
                  write(client, operation, kind, Phase.FAIL, facts.error("false"));
                  think(client);
                });
    after(
        message(),
        () -> acquire(new Waiter(client, hold, waits, granted), isReplyLost ? () -> {} : refused));
    if (isReplyLost) {
      after(TimeUnit.MILLISECONDS.toNanos(20), () -> giveUp(client, operation, kind, hold));
    }
  }

  private void giveUp(Client client, long operation, OperationKind kind, long hold) {
    write(client, operation, kind, Phase.INFO, Facts.ofHold(hold).error("LockServerException"));
    after(
        message(),
        () -> {
          queue.removeIf(waiter -> waiter.hold() == hold);
          if (holder == hold) {
            free();
          }
        });
    think(client);
  }

  private void own(Client client, long hold, long given, long deadline) {
    if (chance(1)) {
      client.process = ++processes; // was killed; another starts in its place
      think(client);
    } else if (chance(10)) {
      reEnter(client, hold, given, deadline);
    } else {
      work(client, hold, deadline);
    }
  }

  private void reEnter(Client client, long hold, long given, long deadline) {
    long entry = ++numbers;
    long exit = ++numbers;
    write(client, entry, OperationKind.RE_ENTER, Phase.INVOKE, Facts.ofHold(hold));
    write(
        client,
        entry,
        OperationKind.RE_ENTER,
        now < deadline ? Phase.OK : Phase.FAIL,
        now < deadline
            ? Facts.ofHold(hold).holdCount(2).token(given)
            : Facts.ofHold(hold).error("LeaseLostException"));
    if (now < deadline) {
      write(client, exit, OperationKind.UNLOCK, Phase.INVOKE, Facts.ofHold(hold).holdCount(1));
      write(client, exit, OperationKind.UNLOCK, Phase.OK, Facts.ofHold(hold).holdCount(1));
    }
    work(client, hold, deadline);
  }

  private void work(Client client, long hold, long deadline) {
    boolean oversleeps = chance(2);
    after(
        oversleeps ? LEASE.toNanos() + micros(50_000) : micros(2_000),
        () -> {
          if (now >= deadline && chance(50)) {
            write(
                client,
                ++numbers,
                OperationKind.HOLD,
                Phase.LOST,
                Facts.ofHold(hold).error("EXPIRED"));
          }
          unlock(client, hold, deadline);
        });
  }

  private void unlock(Client client, long hold, long deadline) {
    long operation = ++numbers;
    Facts facts = Facts.ofHold(hold).holdCount(0);
    write(client, operation, OperationKind.UNLOCK, Phase.INVOKE, facts);
    boolean isLate = now >= deadline;
    int fate = random.nextInt(100);
    if (fate > 0) { // else the request is lost
      after(
          message(),
          () -> {
            boolean wasHeld = holder == hold || mistake == Mistake.RELEASES_FOR_ANYBODY;
            if (wasHeld && holder != 0) {
              free();
            }
            if (fate > 1) { // else the reply is lost
              Phase phase = wasHeld && (!isLate || mistake != Mistake.NONE) ? Phase.OK : Phase.FAIL;
              after(message(), () -> released(client, operation, phase, facts));
            }
          });
    }
    if (fate <= 1) {
      after(
          TimeUnit.MILLISECONDS.toNanos(20),
          () -> {
            write(
                client,
                operation,
                OperationKind.UNLOCK,
                Phase.INFO,
                facts.error("LockServerException"));
            think(client);
          });
    }
  }

  private void released(Client client, long operation, Phase phase, Facts facts) {
    Facts end = phase == Phase.OK ? facts : facts.error("LeaseLostException");
    write(client, operation, OperationKind.UNLOCK, phase, end);
    think(client);
  }

  private void think(Client client) {
    after(micros(3_000), () -> ask(client));
  }

  // --- the server

  private void acquire(Waiter waiter, Runnable refused) {
    boolean errs = mistake == Mistake.GRANTS_WHAT_IS_HELD && chance(5);
    if (holder == 0 || errs) {
      grant(waiter);
    } else if (waiter.isWaiting()) {
      queue.add(waiter);
    } else {
      refused.run();
    }
  }

  private void grant(Waiter waiter) {
    holder = waiter.hold();
    long grant = ++grants;
    boolean errs = mistake == Mistake.REPEATS_A_TOKEN && grant % 50 == 0;
    token += errs ? 0 : 1 + random.nextInt(3);
    waiter.granted().run();
    after(
        LEASE.toNanos(),
        () -> {
          if (holder == waiter.hold()) {
            free();
          }
        });
  }

  private void free() {
    holder = 0;
    Waiter next = queue.poll();
    if (next != null) {
      grant(next);
    }
  }
}
