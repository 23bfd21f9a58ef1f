package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CostCommandTest {

  @ParameterizedTest
  @CsvSource({
    "--of=tears, tears",
    "--of=holds --values=0, --values 0: must be from 1 to 2147483647",
    "--of=clients --values=-1, --values -1: must be from 0 to 2147483647",
    "--of=slots --values=16385, --values 16385: must be from 1 to 16384",
    "--of=names --subjects=redisson, --subjects REDISSON: has no names to measure",
    "--of=holds --lease=0.9, --lease",
    "--of=waiters --rounds=0, --rounds 0: must be at least 1",
    "--of=waiters --seconds=0, --seconds",
    "--of=waiters --subjects=bare, --subjects BARE: has no waiters to measure",
    "--values=1, Missing required option",
  })
  void execute_withWhatMakesNoSense_isRefusedWithTheReason(String arguments, String reason) {
    StringWriter said = new StringWriter();
    int status =
        new CommandLine(new CostCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setErr(new PrintWriter(said))
            .execute(arguments.split(" "));

    assertThat(status).isEqualTo(2);
    assertThat(said.toString()).contains(reason);
  }
}
