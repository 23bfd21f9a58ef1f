package io.holdfast.lock.cli.torture;

import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.check.Residue;
import io.holdfast.lock.torture.check.ResidueProbe;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.nemesis.JvmWorker;
import io.holdfast.lock.torture.nemesis.Nemesis;
import io.holdfast.lock.torture.nemesis.NemesisEvent;
import io.holdfast.lock.torture.nemesis.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;

/** One torture, from the first worker to the verdict. */
final class TortureRun {

  /** How connections of workers are called, in the list of a server's clients. */
  private static final String WORKERS_NAME = " name=holdfast:worker-";

  /** In the list of a Sentinel's clients: a client that wants to hear of failovers. */
  private static final String LISTENS = " cmd=subscribe ";

  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration END = Duration.ofSeconds(60);
  private static final Duration HEALING = Duration.ofMinutes(2);
  private static final Duration MUCH_LONGER = Duration.ofMinutes(5);
  private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

  private final Plan plan;
  private final Ground ground;
  private final Path directory;
  private final Progress progress;
  private final List<JvmWorker> workers = new ArrayList<>();
  private final Set<String> complaints = new ConcurrentSkipListSet<>();
  private final List<String> orphans = new ArrayList<>();

  /**
   * What came of it.
   *
   * @param verdict of what the workers wrote
   * @param faults how often each was injected
   * @param lacks why it has shown too little; empty if it has shown enough
   */
  record Outcome(Verdict verdict, String faults, List<String> lacks) {}

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
  Outcome run() throws InterruptedException {
    try {
      return runToTheEnd();
    } catch (AssertionError e) {
      throw new TortureFailure(String.valueOf(e.getMessage()));
    }
  }

  private Outcome runToTheEnd() throws InterruptedException {
    List<ResidueProbe> before = probes();
    List<NemesisEvent> events;
    Set<String> possible;
    FaultRecords records = new FaultRecords(HistoryWriter.open(directory));
    try {
      startWorkers();
      try (OwnClients own = OwnClients.of(plan, ground, directory);
          Nemesis nemesis =
              Nemesis.on(ground.field().with(workers).lease(plan.lease()))
                  .faults(own.with(ground.faults()))
                  .tempo(ground.tempo(plan.length()))
                  .seed(plan.seed())
                  .journal(directory.resolve("nemesis.tsv"))
                  .first(ground.wanted())
                  .listener(
                      event -> {
                        records.happened(event);
                        progress.fault(event);
                      })
                  .start(plan.length())) {
        watch(nemesis);
        nemesis.await(HEALING);
        events = nemesis.events();
        possible = nemesis.faults();
      }
      quiesce();
      stopWorkers();
    } finally {
      workers.forEach(JvmWorker::close);
    }
    progress.say("judging %s fault events".formatted(events.size()));
    Map<String, Integer> permits = countPermits();
    List<String> left = new ArrayList<>(orphans);
    ground.replicated().forEach(server -> lookForChannels(server, left));
    ground.replicated().forEach(server -> lookForConnections(server, WORKERS_NAME, left));
    ground.sentinels().forEach(server -> lookForConnections(server, LISTENS, left));
    boolean isAnotherServer = plan.losing() || plan.topology() != Topology.SINGLE;
    (isAnotherServer ? probes() : before).forEach(probe -> left.addAll(probe.look().left()));
    Verdict verdict =
        Examination.of(directory, ground.excusing(plan.bounds()))
            .residue(new Residue(left, permits))
            .verdict();
    Effort effort = Effort.of(events);
    return new Outcome(verdict, effort.toString(), lacks(verdict, effort, possible));
  }

  /** The available permits of each pool; nothing of locks. */
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

  /** Inboxes of clients, which have all closed. */
  private static void lookForChannels(RedisServer server, List<String> left) {
    server
        .admin()
        .texts("PUBSUB", "CHANNELS", HoldfastWorkload.PREFIX + ":*")
        .forEach(channel -> left.add("channel at " + server + ": " + channel));
  }

  /**
   * Of workers, at a Sentinel, or at a server that may have become a master, or may be none any
   * more.
   */
  private static void lookForConnections(RedisServer server, String what, List<String> left) {
    server.clients().stream()
        .filter(client -> client.contains(what))
        .forEach(client -> left.add("connection at " + server + ": " + client));
  }

  /** Tickets go with their clients' leases; the ledger of a name stays for the retention. */
  private List<ResidueProbe> probes() {
    return ground.servers().stream()
        .map(
            server ->
                ResidueProbe.of(server)
                    .keys(HoldfastWorkload.PREFIX + ":*")
                    .exceptKeys(plan.kind().keysThatStay()))
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

  /** Empty if the run has shown something. */
  private List<String> lacks(Verdict verdict, Effort effort, Set<String> possible) {
    Set<String> wanted = new TreeSet<>(ground.wanted());
    wanted.retainAll(possible);
    List<String> lacks = new ArrayList<>(effort.lacks(plan, verdict.statistics(), wanted));
    if (!complaints.isEmpty()) {
      lacks.add("workers complained: " + complaints);
    }
    return lacks;
  }

  /** Until the nemesis is over, or takes much longer than it was to. */
  private void watch(Nemesis nemesis) throws InterruptedException {
    long limitNanos = plan.length().plus(MUCH_LONGER).toNanos();
    long start = System.nanoTime();
    while (!nemesis.isOver() && System.nanoTime() - start < limitNanos) {
      TimeUnit.NANOSECONDS.sleep(REPORT_EVERY.toNanos());
      progress.show(processes(), directory);
      listen();
    }
  }

  private List<JvmProcess> processes() {
    return workers.stream().map(JvmWorker::process).toList();
  }

  /** All is whole: every waiter must be served now. */
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
