package io.holdfast.shedlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A Spring application with scheduled jobs, in two processes; one is killed while a job runs. */
@ExtendWith(RedisServerExtension.class)
class TwoProcessesIT {

  private static final Duration LONGER_THAN_AT_MOST = Duration.ofSeconds(4);

  private static List<String> journal(TestServer server, String job) {
    return server.admin().texts("LRANGE", job, "0", "-1");
  }

  private static long runs(TestServer server, JvmProcess in) {
    String begin = "begins " + in.pid() + " ";
    return journal(server, "often").stream().filter(line -> line.startsWith(begin)).count();
  }

  @Test
  @Timeout(300)
  void jobs_ofTwoProcesses_neverRunTwiceAtATime(TestServer server) throws Exception {
    try (JvmProcess killed = JvmProcess.start(JobApp.class, server.uri()).ready("ready")) {
      eventually().isTrue("the job ran once", () -> journal(server, "once").size() == 1);
      try (JvmProcess survivor = JvmProcess.start(JobApp.class, server.uri()).ready("ready")) {
        eventually()
            .isTrue(
                "both have turns", () -> runs(server, killed) > 2 && runs(server, survivor) > 2);
        server.admin().text("SET", "hang:" + killed.pid(), "");
        eventually().isTrue("it hangs", () -> !journal(server, "hanging").isEmpty());
        int before = journal(server, "often").size();

        stays(
            LONGER_THAN_AT_MOST,
            "the lock of a job that runs is kept alive",
            () -> journal(server, "often").size() == before);
        killed.kill();
        eventually()
            .isTrue(
                "the other goes on when the lease ends",
                () -> journal(server, "often").size() > before + 4);
        survivor.kill();
      }
      assertNoOverlap(journal(server, "often"), killed.pid());
      assertThat(journal(server, "once")).containsExactly(Long.toString(killed.pid()));
      assertThat(server.admin().number("PTTL", "holdfast:lock:{shedlock:default:once}"))
          .isPositive();
    }
  }

  /** Each run ends before the next begins, and has a higher token; but for one that was killed. */
  private static void assertNoOverlap(List<String> journal, long killed) {
    String open = "";
    long lastToken = 0;
    for (String line : journal) {
      String run = line.substring(line.indexOf(' ') + 1);
      if (line.startsWith("begins")) {
        assertThat(open).as("runs when '%s'", line).matches("|" + killed + " .*");
        long token = Long.parseLong(run.substring(run.indexOf(' ') + 1));
        assertThat(token).as("the token of '%s'", line).isGreaterThan(lastToken);
        lastToken = token;
        open = run;
      } else {
        assertThat(open).as("runs when '%s'", line).isEqualTo(run);
        open = "";
      }
    }
  }
}
