package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.time.Duration;
import java.util.List;

/**
 * What is to be measured of what things cost while nothing happens.
 *
 * @param over of what
 * @param values how many of them
 * @param subjects whose
 * @param lease of what is held
 * @param time of each sample
 * @param rounds how many samples
 * @param jvmOptions of the JVMs that have them
 */
record Cost(
    CostOver over,
    List<Integer> values,
    List<Subject> subjects,
    Duration lease,
    Duration time,
    int rounds,
    List<String> jvmOptions) {

  static final String CLIENT_CPU = "clientCpuPercent";
  static final String SERVER_CPU = "serverCpuPercent";
  static final String CPU = "cpuPercent";
  static final String COMMANDS = "commandsPerSecond";
  static final String SERVER_COMMANDS = "serverCommandsPerSecond";
  static final String LOST = "lost";
  static final String HEAP = "heapBytesEach";
  static final String SERVER_MEMORY = "serverMemoryBytesEach";
  static final String THREADS = "threads";
  static final String CONNECTIONS = "connections";

  Cost {
    values = List.copyOf(values);
    subjects = List.copyOf(subjects);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** From when all are there until it is measured: what is renewed has been renewed once. */
  Duration warmUp() {
    return over == CostOver.HOLDS ? lease.dividedBy(3) : Duration.ofSeconds(1);
  }
}
