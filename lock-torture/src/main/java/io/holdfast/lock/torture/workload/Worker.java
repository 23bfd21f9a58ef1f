package io.holdfast.lock.torture.workload;

import io.holdfast.lock.Hold;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.history.Recording;
import io.holdfast.lock.torture.register.Register;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * A process whose threads contend for locks and write what happens: the main class of the JVMs
 * under test. Started by {@link WorkerOptions#command()}.
 *
 * <p>It says {@code ready}, then every second {@code progress operations=… holds=… waits=… awaits=…
 * losses=… failures=…}. On a line {@code stop}, at the end of its input, or on {@code SIGTERM} it
 * finishes its operations, says {@code done …} and exits with 0; with 1 and {@code unfinished …} if
 * that takes longer than its patience, or {@code broken …} if a thread died of what it did not
 * expect. It may be killed or frozen at any time.
 */
public final class Worker {

  private static final Duration HEARTBEAT = Duration.ofMillis(200);
  private static final Duration REPORT = Duration.ofSeconds(1);

  private final WorkerOptions options;
  private final Progress progress = new Progress();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile boolean isBroken; // written by contenders
  private volatile int exitValue = 1; // written by the main thread, at its end

  private Worker(WorkerOptions options) {
    this.options = options;
  }

  /** Runs until it is told to stop; ends the JVM. */
  public static void main(String[] arguments) throws InterruptedException {
    Worker worker = new Worker(WorkerOptions.parse(List.of(arguments)));
    daemon("stop-reader", worker::readStop);
    Runtime.getRuntime().addShutdownHook(new Thread(worker::endInOrder, "worker-end"));
    try {
      worker.run();
    } finally {
      worker.finished.countDown();
    }
    System.exit(worker.exitValue);
  }

  /** On SIGTERM the JVM would end with 143, and at once. */
  private void endInOrder() {
    stop.countDown();
    try {
      finished.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitValue);
  }

  private void readStop() {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String line = in.readLine();
      while (line != null && !line.equals("stop")) {
        line = in.readLine();
      }
    } catch (IOException e) {
      System.out.println("input broken: " + e.getMessage());
    }
    stop.countDown();
  }

  private void run() throws InterruptedException {
    HistoryWriter history = HistoryWriter.open(options.directory());
    Recording life = history.process("worker " + ProcessHandle.current().pid());
    daemon("heartbeat", () -> beat(life));
    WorkloadFixture fixture = WorkloadFixture.named(options.fixture());
    try (LockClient client = fixture.open(options.servers(), spec())) {
      List<Thread> threads = start(contenders(client, fixture.keepsOrderOfArrival(), history));
      System.out.println("ready");
      while (!stop.await(REPORT.toMillis(), TimeUnit.MILLISECONDS)) {
        System.out.println("progress " + progress);
      }
      List<Thread> late = join(threads);
      if (late.isEmpty()) {
        exitValue = isBroken ? 1 : 0;
        life.ok(Facts.none());
        System.out.println("done " + progress);
      } else {
        System.out.println("unfinished " + late + " " + progress);
        finished.countDown();
        System.exit(1); // closing the client could take for ever, too
      }
    }
  }

  private void beat(Recording life) {
    try {
      while (!finished.await(HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS)) {
        life.note(Facts.none());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ClientSpec spec() {
    ClientSpec spec = ClientSpec.defaults().label("worker-" + ProcessHandle.current().pid());
    return options.lease().map(spec::lease).orElse(spec);
  }

  /** What a thread does with the choices that it is given. */
  private Function<Random, Runnable> contenders(
      LockClient client, boolean tellsArrivals, HistoryWriter history) {
    BooleanSupplier isStopped = () -> stop.getCount() == 0;
    if (options.mix().needsPool()) {
      List<PoolScene> pools = pools(client, history);
      return random -> new PermitContender(options, pools, random, isStopped);
    }
    List<Scene> scenes = scenes(client, tellsArrivals, history);
    return random -> new Contender(options, scenes, random, isStopped);
  }

  private List<PoolScene> pools(LockClient client, HistoryWriter history) {
    int size = WorkerOptions.POOL_SIZE;
    return IntStream.range(0, options.locks())
        .mapToObj(WorkerOptions::lockName)
        .map(name -> new PoolScene(client.pool(name, size).orElseThrow(), size, history, progress))
        .toList();
  }

  private List<Scene> scenes(LockClient client, boolean tellsArrivals, HistoryWriter history) {
    Optional<ToLongFunction<Hold>> arrivals =
        tellsArrivals ? Optional.of(client::arrivalOf) : Optional.empty();
    Register register = Register.open(options.directory().resolve(Examination.REGISTER));
    return IntStream.range(0, options.locks())
        .mapToObj(WorkerOptions::lockName)
        .map(
            name ->
                new Scene(
                    client.lock(name),
                    Verbs.EXCLUSIVE,
                    client.readLock(name),
                    arrivals,
                    register.resource(name),
                    history,
                    progress))
        .toList();
  }

  private List<Thread> start(Function<Random, Runnable> contenders) {
    Random seeds = new Random(options.seed());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < options.threads(); i++) {
      Random random = new Random(seeds.nextLong());
      Runnable contender = contenders.apply(random);
      threads.add(daemon("contender-" + i, () -> contend(contender)));
    }
    options
        .interrupts()
        .ifPresent(
            every ->
                daemon(
                    "interrupter", () -> interrupt(threads, every, new Random(seeds.nextLong()))));
    return threads;
  }

  private void contend(Runnable contender) {
    try {
      contender.run();
    } catch (RuntimeException | Error e) {
      isBroken = true;
      System.out.println("broken " + Thread.currentThread().getName());
      e.printStackTrace(System.out);
    }
  }

  private void interrupt(List<Thread> threads, Duration every, Random random) {
    try {
      while (!stop.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.get(random.nextInt(threads.size())).interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Those that have not ended in time. */
  private List<Thread> join(List<Thread> threads) throws InterruptedException {
    long deadline = System.nanoTime() + options.patience().toNanos();
    for (Thread thread : threads) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
    }
    return threads.stream().filter(Thread::isAlive).toList();
  }

  private static Thread daemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
