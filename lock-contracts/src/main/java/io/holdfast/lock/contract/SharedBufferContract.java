package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmCommand;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.workload.BufferOptions;
import io.holdfast.lock.torture.workload.BufferReport;
import io.holdfast.lock.torture.workload.BufferRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The bounded buffer of the JDK's {@code Condition}, shared by four processes of which two are
 * killed in the middle.
 */
@ExtendWith(RedisServerExtension.class)
public abstract class SharedBufferContract implements HasWorkload {

  /**
   * The lease of processes that are killed, and of live ones, which a slow machine may stop for a
   * moment.
   */
  private static final Duration LEASE = Duration.ofSeconds(3);

  /** For a machine that has more to do. */
  private static final Duration MARGIN = Duration.ofSeconds(3);

  /** The location of the locks, as told to the fixture. */
  protected List<String> servers(TestServer server) {
    return List.of(server.clientUri());
  }

  /** The processes, and what else they need. */
  protected JvmCommand refine(JvmCommand worker) {
    return worker.options("-Xmx64m", "-XX:TieredStopAtLevel=1");
  }

  @Test
  @DisplayName("failure 66: processes that others wait for are killed")
  void buffer_aProcessOfEachRoleIsKilled_losesAndDuplicatesNothingAndGoesOn(TestServer server)
      throws Exception {
    String name = "buffer-" + ProcessHandle.current().pid();
    BufferOptions options =
        BufferOptions.of(workload().getName(), servers(server), name).lease(LEASE);
    BufferReport report = BufferRun.run(options, this::refine);

    System.out.printf(
        "bounded buffer of %s: %s items; nothing moved for at most %s ms when a consumer was killed;"
            + " the last item, of a killed producer, was taken after %s ms"
            + " (lease %s ms, claim lease %s ms)%n",
        workload().getSimpleName(),
        report.taken(),
        report.longestPause().toMillis(),
        report.lastTaken().toMillis(),
        options.lease().toMillis(),
        options.pace().claimLease().toMillis());
    assertThat(report.complaints()).isEmpty();
    Duration limit = options.lease().plus(options.pace().claimLease()).plus(MARGIN);
    assertThat(report.longestPause()).isLessThan(limit);
    assertThat(report.lastTaken()).isLessThan(limit);
  }
}
