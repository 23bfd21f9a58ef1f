package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is refused, before anything starts. */
class SweepCommandTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--over nothing | expected one of [THREADS, JVMS, NAMES, SECTION, LATENCY]",
        "--values 1 | Missing required option: '--over=WHAT'",
        "--over threads --values 0 | threads '0': must be from 1 to 1024",
        "--over section --values 0,1h | section '1h': must be a number with us, ms or s",
        "--over threads --threads 4 | --threads: is what the sweep is over; name --values",
        "--over jvms --jvms 4 | --jvms: is what the sweep is over; name --values",
        "--over names --threads 0 | threads: 0, must be from 1 to 1024",
        "--over names --jvms 65 | jvms: 65, must be from 1 to 64",
        "--over names --rounds 0 | --rounds 0: must be above 0",
        "--over names --seconds -1 | --seconds -1: must be above 0",
        "--over names --warm-up 0 | --warm-up 0: must be above 0",
        "--over names --subjects BARE | subjects [BARE]: BARE would wait for ever for a lock whose message is lost",
        "--over names --jvms 2 --subjects JUC | subject JUC: 2 JVMs, must be 1",
      })
  void options_thatCannotBe_areRefused(String arguments, String message) {
    StringWriter said = new StringWriter();
    int status =
        new CommandLine(new SweepCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setErr(new PrintWriter(said))
            .execute(arguments.split(" "));

    assertThat(status).isEqualTo(2);
    assertThat(said.toString()).contains(message);
  }
}
