package io.holdfast.benchmarks.table;

import io.holdfast.lock.testkit.server.TestServer;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a server has done since it started.
 *
 * @param calls scripts and messages
 * @param questions how often Holdfast asked for a lock: the only script that calls ZMSCORE, once
 * @param cpuSeconds what it has used of the processors
 */
record ServerUse(Quiet.Counts calls, long questions, double cpuSeconds) {

  static ServerUse of(TestServer server) {
    Map<String, Long> calls = server.commandCalls();
    Map<String, String> cpu = server.info("cpu");
    return new ServerUse(
        Quiet.Counts.of(calls),
        calls.getOrDefault("zmscore", 0L),
        Stream.of("used_cpu_user", "used_cpu_sys")
            .mapToDouble(field -> Double.parseDouble(cpu.getOrDefault(field, "0")))
            .sum());
  }

  /** How much more than then. */
  ServerUse since(ServerUse then) {
    return new ServerUse(
        calls.since(then.calls), questions - then.questions, cpuSeconds - then.cpuSeconds);
  }
}
