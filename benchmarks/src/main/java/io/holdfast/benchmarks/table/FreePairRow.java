package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.LockHandle;
import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.resp.RespMonitor;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Counts what a lock and unlock of a free lock sends and receives, on a server of its own: commands
 * by MONITOR (what scripts do is not counted), bytes by the server's statistics.
 *
 * @param id of the row
 * @param nameBytes how long the lock's name is
 */
record FreePairRow(String id, int nameBytes) implements Row {

  private static final String COMMANDS = "commands";
  private static final String BYTES = "bytes";
  private static final String RECEIVED = "bytesReceived";
  private static final int PAIRS = 50;

  @Override
  public String work() {
    return "a free pair, name of %d bytes".formatted(nameBytes);
  }

  @Override
  public List<Subject> subjects() {
    return Subject.usual();
  }

  @Override
  public List<Line> lines() {
    return List.of(
        Line.of(COMMANDS, "commands sent", Bar.atMost(2)),
        Line.of(BYTES, "bytes sent", Bar.below(1, Subject.REDISSON)),
        Line.of(RECEIVED, "bytes received"));
  }

  @Override
  public boolean isTimed() {
    return false;
  }

  @Override
  public Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException {
    try (RedisServer server = RedisServer.start();
        LockSubject client = subject.open(server.uri())) {
      LockHandle lock = client.lock("x".repeat(nameBytes));
      pairs(lock); // the server knows the scripts
      Quiet.await(server);
      Bytes bytes = bytes(server, lock);
      return new Sample(
          Map.of(
              BYTES,
              (double) bytes.in() / PAIRS,
              RECEIVED,
              (double) bytes.out() / PAIRS,
              COMMANDS,
              commands(server, lock)));
    }
  }

  private static void pairs(LockHandle lock) {
    for (int i = 0; i < PAIRS; i++) {
      lock.lock();
      lock.unlock();
    }
  }

  /** Of some pairs; without what asking for the number costs. */
  private static Bytes bytes(RedisServer server, LockHandle lock) throws InterruptedException {
    Bytes before = Bytes.at(server);
    Bytes ofAsking = Bytes.at(server).minus(before);
    pairs(lock);
    Thread.sleep(Quiet.PERIOD.toMillis()); // what is sent without being waited for
    return Bytes.at(server).minus(before).minus(ofAsking).minus(ofAsking);
  }

  /** What a server has got and sent. */
  private record Bytes(long in, long out) {

    static Bytes at(RedisServer server) {
      Map<String, String> stats = server.info("stats");
      return new Bytes(
          Long.parseLong(stats.getOrDefault("total_net_input_bytes", "0")),
          Long.parseLong(stats.getOrDefault("total_net_output_bytes", "0")));
    }

    Bytes minus(Bytes other) {
      return new Bytes(in - other.in, out - other.out);
    }
  }

  private static double commands(RedisServer server, LockHandle lock) throws InterruptedException {
    try (RespMonitor monitor = RespMonitor.open(server.uri())) {
      pairs(lock);
      Thread.sleep(Quiet.PERIOD.toMillis());
      long sent =
          monitor.lines().stream()
              .filter(line -> !line.contains(" lua] ") && !line.contains("\"PING\""))
              .count();
      return (double) sent / PAIRS;
    }
  }
}
