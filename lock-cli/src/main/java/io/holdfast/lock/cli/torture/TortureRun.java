package io.holdfast.lock.cli.torture;

import io.holdfast.lock.testkit.check.Examination;
import io.holdfast.lock.testkit.check.Residue;
import io.holdfast.lock.testkit.check.ResidueProbe;
import io.holdfast.lock.testkit.check.Verdict;
import io.holdfast.lock.testkit.history.Facts;
import io.holdfast.lock.testkit.history.HistoryWriter;
import io.holdfast.lock.testkit.history.Recording;
import io.holdfast.lock.testkit.nemesis.JvmWorker;
import io.holdfast.lock.testkit.nemesis.Nemesis;
import io.holdfast.lock.testkit.nemesis.NemesisEvent;
import io.holdfast.lock.testkit.nemesis.Worker;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One torture, from the first worker to the verdict. */
final class TortureRun {

  /** Where servers remember what they are. */
  private static final String NODE_KEYS = HoldfastWorkload.PREFIX + ":[a-z]+node";

  /** How connections of workers are called, in the list of a server's clients. */
  private static final String WORKERS_NAME = " name=holdfast:worker-";

  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration END = Duration.ofSeconds(60);
  private static final Duration HEALING = Duration.ofMinutes(2);
  private static final long LEAST_HOLDS_A_SECOND = 2;
  private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

  private final Plan plan;
  private final Ground ground;
  private final Path directory;
  private final Progress progress;
  private final List<JvmWorker> workers = new ArrayList<>();
  private final Map<String, Deque<Recording>> faults = new HashMap<>(); // of the nemesis's thread
  private final AtomicInteger injected = new AtomicInteger();
  private final AtomicInteger notInjected = new AtomicInteger();
  private final Set<String> complaints = new ConcurrentSkipListSet<>();
  private final List<String> orphans = new ArrayList<>();

  TortureRun(Plan plan, Ground ground, Path directory, Progress progress) {
    this.plan = plan;
    this.ground = ground;
    this.directory = directory;
    this.progress = progress;
  }

  /**
   * Runs it.
   *
   * @throws TortureFailure if a worker did not start, or did not end in order
   */
  Verdict run() throws InterruptedException {
    try {
      return runToTheEnd();
    } catch (AssertionError e) {
      throw new TortureFailure(String.valueOf(e.getMessage()));
    }
  }

  private Verdict runToTheEnd() throws InterruptedException {
    List<ResidueProbe> before = probes();
    List<NemesisEvent> events;
    HistoryWriter history = HistoryWriter.open(directory);
    try {
      startWorkers();
      try (OwnClients own = OwnClients.of(plan, ground, directory);
          Nemesis nemesis =
              Nemesis.on(ground.field().with(workers).lease(plan.lease()))
                  .faults(own.with(ground.faults()))
                  .tempo(ground.tempo(plan.length()))
                  .seed(plan.seed())
                  .journal(directory.resolve("nemesis.tsv"))
                  .listener(event -> happened(event, history))
                  .start(plan.length())) {
        watch(nemesis);
        nemesis.await(HEALING);
        events = nemesis.events();
      }
      quiesce();
      stopWorkers();
    } finally {
      workers.forEach(JvmWorker::close);
    }
    progress.say("judging %s fault events".formatted(events.size()));
    Map<String, Integer> permits = countPermits();
    List<String> left = new ArrayList<>(orphans);
    ground.replicated().forEach(server -> lookForConnections(server, left));
    boolean isAnotherServer = plan.losing() || plan.topology() != Topology.SINGLE;
    (isAnotherServer ? probes() : before).forEach(probe -> left.addAll(probe.look().left()));
    Verdict verdict =
        Examination.of(
                directory, plan.bounds().bearable(ground.bearable()).forking(ground.forking()))
            .residue(new Residue(left, permits))
            .verdict();
    requireEffort(verdict);
    return verdict;
  }

  /** Those that can be had of each pool; nothing of locks. */
  private Map<String, Integer> countPermits() {
    return plan.kind() == Kind.POOL ? PoolCount.of(ground.uris(), plan.locks(), orphans) : Map.of();
  }

  /** Held or queued when every worker has released what it had, and closed its client. */
  private void lookForOrphans(RedisServer server) {
    if (plan.kind() != Kind.POOL) { // its size stays
      server.keys(plan.kind().holderPattern()).forEach(key -> orphans.add("orphan " + key));
    }
    server.keys(plan.kind().sharersPattern()).forEach(key -> orphans.add("orphan " + key));
    for (String queue : server.keys(plan.kind().queuePattern())) {
      long tickets = server.admin().number("ZCOUNT", queue, "(0", "+inf");
      if (tickets > 0) {
        orphans.add(tickets + " tickets in " + queue);
      }
    }
  }

  /** Of workers, at a server that may not have been a master in the beginning, or in the end. */
  private static void lookForConnections(RedisServer server, List<String> left) {
    server.clients().stream()
        .filter(client -> client.contains(WORKERS_NAME))
        .forEach(client -> left.add("connection at " + server + ": " + client));
  }

  /** Tickets go with their clients' leases; the ledger of a name stays for the retention. */
  private List<ResidueProbe> probes() {
    return ground.servers().stream()
        .map(
            server ->
                ResidueProbe.of(server)
                    .keys(HoldfastWorkload.PREFIX + ":*")
                    .exceptKeys(plan.kind().queuePattern().replace("*", ".*") + '|' + NODE_KEYS))
        .toList();
  }

  private void startWorkers() throws InterruptedException {
    for (int i = 0; i < plan.workers(); i++) {
      int number = i;
      workers.add(
          Worker.jvm(
              () ->
                  plan.worker(number, directory, ground.uris())
                      .command()
                      .options("-Xmx256m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
                      .start()));
    }
    for (JvmWorker worker : workers) {
      worker.process().awaitLine(java.util.regex.Pattern.compile("ready"), START);
    }
  }

  private void happened(NemesisEvent event, HistoryWriter history) {
    String key = event.round() + " " + event.fault();
    switch (event.kind()) {
      case INJECTING -> begin(key, event.fault(), history);
      case INJECTED -> {
        injected.incrementAndGet();
        if (ground.isOverOnceInjected(event.fault())) {
          end(key);
          ground.aftermathOf(event.fault()).ifPresent(left -> begin(key, left, history));
        }
      }
      case INJECT_FAILED -> {
        notInjected.incrementAndGet();
        end(key);
      }
      case HEALED -> end(key);
      default -> {}
    }
    progress.fault(event);
  }

  private void begin(String key, String fault, HistoryWriter history) {
    faults.computeIfAbsent(key, none -> new ArrayDeque<>()).push(history.fault(fault));
  }

  private void end(String key) {
    Deque<Recording> present = faults.getOrDefault(key, new ArrayDeque<>());
    if (!present.isEmpty()) {
      present.pop().ok(Facts.none());
    }
  }

  /**
   * What workers said that no worker of a sound lock says: an error of the engine, a dead thread.
   */
  private void listen() {
    for (JvmProcess process : processes()) {
      process.output().stream()
          .filter(line -> line.startsWith("broken ") || line.contains("ERROR io.holdfast"))
          .forEach(line -> complaints.add(process + ": " + line));
    }
  }

  /** A run that tried nothing has shown nothing. */
  private void requireEffort(Verdict verdict) {
    long least = plan.length().toSeconds() * LEAST_HOLDS_A_SECOND;
    if (verdict.statistics().holds() < least) {
      throw new TortureFailure(
          "only %s holds, of at least %s".formatted(verdict.statistics().holds(), least));
    }
    if (plan.kind().keepsOrder() && verdict.statistics().placed() < least / 2) {
      throw new TortureFailure(
          "only %s holds whose order could be judged".formatted(verdict.statistics().placed()));
    }
    if (injected.get() == 0 || notInjected.get() > injected.get()) {
      throw new TortureFailure(
          "%s faults were injected, %s could not be".formatted(injected.get(), notInjected.get()));
    }
    if (!complaints.isEmpty()) {
      throw new TortureFailure("workers complained: " + complaints);
    }
  }

  private void watch(Nemesis nemesis) throws InterruptedException {
    while (!nemesis.isOver()) {
      TimeUnit.NANOSECONDS.sleep(REPORT_EVERY.toNanos());
      progress.show(processes(), directory);
      listen();
    }
  }

  private List<JvmProcess> processes() {
    return workers.stream().map(JvmWorker::process).toList();
  }

  /** All is whole: whoever waits must get there now. */
  private void quiesce() throws InterruptedException {
    progress.say("all is healed; the workers go on for a while, then stop");
    TimeUnit.NANOSECONDS.sleep(plan.lease().multipliedBy(3).toNanos());
    progress.show(processes(), directory);
  }

  private void stopWorkers() throws InterruptedException {
    for (JvmWorker worker : workers) {
      worker.process().send("stop");
    }
    for (JvmWorker worker : workers) {
      int status = worker.process().exitValue(END);
      listen();
      if (status != 0) {
        List<String> said = worker.process().output();
        throw new TortureFailure(
            "%s ended with %s; its last words: %s"
                .formatted(
                    worker, status, said.subList(Math.max(0, said.size() - 20), said.size())));
      }
    }
    ground.servers().forEach(this::lookForOrphans);
    TimeUnit.NANOSECONDS.sleep(plan.lease().toNanos());
  }
}
