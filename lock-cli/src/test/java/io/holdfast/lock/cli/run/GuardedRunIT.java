package io.holdfast.lock.cli.run;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(RedisServerExtension.class)
class GuardedRunIT {

  @Test
  void run_lostBeforeTheStart_commandIsNotStarted(TestServer server, @TempDir Path directory) {
    StringWriter said = new StringWriter();
    Path file = directory.resolve("started");
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      GuardedRun run =
          new GuardedRun(
              Guard.of(lostAtOnce(client.lock("guarded-run-it"))),
              OnLoss.IGNORE, // or it might be ended before it has written anything
              new Terminal(new PrintWriter(said, true), new PrintWriter(said, true)));

      assertThat(run.run(AcquireOptions.defaults(), List.of("touch", file.toString())))
          .hasValue(ExitStatus.LOST);
    }
    assertThat(file).doesNotExist();
    assertThat(said.toString()).contains("'guarded-run-it' was lost before the command");
  }

  /** The lock, but every owner finds it taken away. */
  private static DistributedLock lostAtOnce(DistributedLock lock) {
    return (DistributedLock)
        Proxy.newProxyInstance(
            GuardedRunIT.class.getClassLoader(),
            new Class<?>[] {DistributedLock.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(lock, arguments);
              if (result instanceof Optional<?> optional
                  && optional.orElseThrow() instanceof Hold hold) {
                lock.forceUnlock();
                eventually().isTrue("it is lost", () -> !hold.isValid());
              }
              return result;
            });
  }
}
