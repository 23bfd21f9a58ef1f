package io.holdfast.lock.torture.workload;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.process.JvmCommand;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.torture.workload.BufferOptions.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A bounded buffer that producers and consumers in four JVMs share. In the middle a consumer is
 * killed with the lock held, when it has taken an item and has told nobody; the rest goes on. Then
 * one producer ends, and the other is killed with the lock held, when it has put an item into the
 * empty buffer and has told nobody: so nobody but the lock itself can wake the consumers, all of
 * which sleep.
 */
public final class BufferRun {

  private static final Duration START = Duration.ofMinutes(1);
  private static final Duration END = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(5);

  /** Is watched on for so long, which is more than a busy machine may add to what is allowed. */
  private static final Duration BEYOND = Duration.ofSeconds(4);

  private static final int BEGINNING = 50;
  private static final Pattern DONE = Pattern.compile("done (\\S+) (\\d+)");
  private static final Pattern WRONG =
      Pattern.compile("^(overfull|empty|lost|broken|unfinished|input broken)\\b");

  private final BufferOptions options;
  private final UnaryOperator<JvmCommand> refinement;
  private final List<String> complaints = new ArrayList<>();
  private final List<JvmProcess> workers = new ArrayList<>();
  private Duration longestPause = Duration.ZERO;
  private Duration lastTaken = Duration.ZERO;

  private BufferRun(BufferOptions options, UnaryOperator<JvmCommand> refinement) {
    this.options = options;
    this.refinement = refinement;
  }

  /**
   * Runs it, for some seconds.
   *
   * @param options of all workers, but for their role
   * @param refinement options of their JVMs
   */
  public static BufferReport run(BufferOptions options, UnaryOperator<JvmCommand> refinement)
      throws InterruptedException {
    return new BufferRun(options, refinement).run();
  }

  private BufferReport run() throws InterruptedException {
    try (BufferStore store = new BufferStore(options.store(), options.name())) {
      store.clear();
      try {
        use(store);
      } catch (AssertionError e) { // of a wait for a worker
        complaints.add(String.valueOf(e.getMessage()));
      } finally {
        workers.forEach(JvmProcess::close);
      }
      audit(store);
      long taken = store.takenSoFar();
      store.clear();
      return new BufferReport(complaints, taken, longestPause, lastTaken);
    }
  }

  private void use(BufferStore store) throws InterruptedException {
    JvmProcess producer = start(Role.PRODUCER);
    JvmProcess mortalProducer = start(Role.PRODUCER);
    JvmProcess consumer = start(Role.CONSUMER);
    JvmProcess mortalConsumer = start(Role.CONSUMER);
    for (JvmProcess worker : workers) {
      worker.awaitLine(Pattern.compile("ready"), START);
    }
    Eventually.within(PATIENCE)
        .expect("items being taken", store::takenSoFar, count -> count >= BEGINNING);

    if (!wrong().isEmpty()) {
      return; // no need to go on
    }
    mortalConsumer.send("die");
    mortalConsumer.awaitLine("dying");
    watch(store);

    stop(producer);
    mortalProducer.send("die last");
    mortalProducer.awaitLine("dying");
    long dying = System.nanoTime();
    Eventually.within(PATIENCE)
        .expect("the last item taken though nobody tells of it", store::size, size -> size == 0);
    lastTaken = Duration.ofNanos(System.nanoTime() - dying);
    stop(consumer);
  }

  private void stop(JvmProcess survivor) throws InterruptedException {
    survivor.send("stop");
    int status = survivor.exitValue(END);
    if (status != 0) {
      complaints.add(survivor + " ended with " + status);
    }
  }

  private JvmProcess start(Role role) {
    JvmProcess worker = refinement.apply(options.role(role).command()).start();
    workers.add(worker);
    return worker;
  }

  /** For a little longer than all may stand still. */
  private void watch(BufferStore store) {
    long begin = System.nanoTime();
    long changed = begin;
    long last = store.takenSoFar();
    long length = options.lease().plus(options.pace().claimLease()).plus(BEYOND).toNanos();
    long longest = 0;
    for (long now = begin; now - begin < length; now = System.nanoTime()) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
      long present = store.takenSoFar();
      longest = Math.max(longest, System.nanoTime() - changed);
      if (present != last) {
        changed = System.nanoTime();
        last = present;
      }
    }
    longestPause = Duration.ofNanos(longest);
  }

  /** What workers said that they should not have had to say. */
  private List<String> wrong() {
    List<String> lines = new ArrayList<>();
    for (JvmProcess worker : workers) {
      worker.output().stream()
          .filter(line -> WRONG.matcher(line).find())
          .forEach(line -> lines.add(worker + ": " + line));
    }
    return lines;
  }

  private void audit(BufferStore store) {
    complaints.addAll(wrong());
    Map<String, Long> counts = new HashMap<>();
    workers.stream()
        .limit(2) // the producers
        .flatMap(worker -> worker.output().stream())
        .flatMap(line -> DONE.matcher(line).results())
        .forEach(done -> count(done, counts));
    List<String> left = store.left();
    complaints.addAll(
        BufferReport.audit(Stream.of(store.taken(), left).flatMap(List::stream).toList(), counts));
    if (!left.isEmpty()) {
      complaints.add("left: " + left);
    }
  }

  private static void count(MatchResult done, Map<String, Long> counts) {
    counts.put(done.group(1), Long.parseLong(done.group(2)));
  }
}
