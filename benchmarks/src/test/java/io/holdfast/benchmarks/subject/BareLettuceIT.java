package io.holdfast.benchmarks.subject;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespMonitor;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The limit is one only if it asks the same of the server. */
@ExtendWith(RedisServerExtension.class)
class BareLettuceIT {

  @Test
  void pair_ofBareLettuce_isByteForByteThatOfHoldfast(TestServer server) {
    List<String> bare = sentFor(Subject.BARE, server);
    assertThat(bare).hasSize(4);
    assertThat(bare).isEqualTo(sentFor(Subject.HOLDFAST, server));
  }

  /** What two pairs send when the server knows the scripts, without time, address and random id. */
  private static List<String> sentFor(Subject subject, TestServer server) {
    try (LockSubject client = subject.open(server.uri())) {
      LockHandle lock = client.lock("some lock");
      lock.lock();
      lock.unlock();
      try (RespMonitor monitor = RespMonitor.open(server.uri())) {
        for (int i = 0; i < 2; i++) {
          lock.lock();
          lock.unlock();
        }
        eventually().isTrue("all are recorded", () -> scripts(monitor).size() == 4);
        return scripts(monitor);
      }
    }
  }

  private static List<String> scripts(RespMonitor monitor) {
    return monitor.lines().stream()
        .filter(
            line ->
                line.contains("\"EVALSHA\"")
                    || line.contains("\"DELEX\"")
                    || line.contains("\"DELIFEQ\""))
        .map(line -> line.substring(line.indexOf("] ") + 2))
        .map(
            line ->
                line.replaceAll("~[\\w-]{22}:", "~random:").replaceAll(" \\d{16}\"", " token\""))
        .toList();
  }
}
