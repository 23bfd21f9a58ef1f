package io.holdfast.lock.contract.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.contract.SharedBufferContract;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.process.JvmCommand;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.torture.workload.BufferOptions;
import io.holdfast.lock.torture.workload.BufferReport;
import io.holdfast.lock.torture.workload.BufferRun;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract's own test: it passes with the correct mini lock, and fails with mutants of it. */
@Tag("long")
class SharedBufferIT extends SharedBufferContract {

  @Override
  public Class<? extends WorkloadFixture> workload() {
    return MiniFixture.class;
  }

  private static List<String> complaints(RedisServer server, Defect defect)
      throws InterruptedException {
    BufferOptions options =
        BufferOptions.of(MiniFixture.class.getName(), List.of(server.uri()), "mutant");
    BufferReport report = BufferRun.run(options, command -> with(defect, command));
    return report.complaints();
  }

  private static JvmCommand with(Defect defect, JvmCommand command) {
    return command.options(
        "-Xmx64m", "-XX:TieredStopAtLevel=1", "-D" + MiniFixture.DEFECT + "=" + defect);
  }

  @Test
  void buffer_lockDoesNotExclude_isCaught(@FreshServer RedisServer server) throws Exception {
    assertThat(complaints(server, Defect.NO_EXCLUSION))
        .anyMatch(complaint -> complaint.matches(".*: (overfull \\d+|empty)"));
  }

  @Test
  void buffer_signalsAreLost_isCaught(@FreshServer RedisServer server) throws Exception {
    assertThat(complaints(server, Defect.LOST_SIGNAL))
        .anyMatch(complaint -> complaint.contains("items being taken"));
  }
}
