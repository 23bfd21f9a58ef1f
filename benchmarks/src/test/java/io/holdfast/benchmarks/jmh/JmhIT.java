package io.holdfast.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.Collection;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every JMH benchmark runs, for a moment and in this JVM. */
@ExtendWith(RedisServerExtension.class)
class JmhIT {

  @ParameterizedTest
  @CsvSource({
    "FreeLock, BARE, 3",
    "FreeLock, HOLDFAST, 3",
    "OneLock, HOLDFAST, 2",
    "Reentry, HOLDFAST, 1",
  })
  void benchmark_forAMoment_givesAScore(
      String benchmark, String subject, int methods, TestServer server) throws Exception {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("\\." + benchmark + "\\.")
                    .param("subject", subject)
                    .param("redis", server.uri())
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(100))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();

    assertThat(results).hasSize(methods);
    assertThat(results).allMatch(result -> result.getPrimaryResult().getScore() > 0);
  }
}
