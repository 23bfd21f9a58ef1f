package io.holdfast.lock.testkit.process;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.holdfast.lock.testkit.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardIT {

  private static boolean isAlive(String pid) {
    return ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isPresent();
  }

  @Test
  void jvmKilled_itsServersWorkersAndDirectories_areGone() throws Exception {
    try (JvmProcess jvm = JvmProcess.start(Owner.class)) {
      var said = jvm.awaitLine("server=(\\d+) directory=(\\S+) frozen=(\\d+) worker=(\\d+)");
      for (int i : new int[] {1, 3, 4}) {
        assertThat(isAlive(said.group(i))).isTrue();
      }
      jvm.kill();

      for (int i : new int[] {1, 3, 4}) {
        within(Duration.ofSeconds(10))
            .isTrue("process " + said.group(i) + " gone", () -> !isAlive(said.group(i)));
      }
      within(Duration.ofSeconds(10))
          .isTrue("directory gone", () -> !Files.exists(Path.of(said.group(2))));
    }
  }

  /** Starts a server, freezes another, starts a worker, and waits to be killed. */
  static final class Owner {
    public static void main(String[] arguments) throws Exception {
      RedisServer server = RedisServer.start();
      RedisServer frozen = RedisServer.start();
      RedisServer closed = RedisServer.start();
      JvmProcess worker = JvmProcess.start(Sleeper.class);
      frozen.freeze();
      closed.close();
      System.out.printf(
          "server=%d directory=%s frozen=%d worker=%d%n",
          server.pid(),
          server.admin().texts("CONFIG", "GET", "dir").get(1),
          frozen.pid(),
          worker.pid());
      TimeUnit.MINUTES.sleep(1);
    }
  }

  /** Does not look at its input. */
  static final class Sleeper {
    public static void main(String[] arguments) throws Exception {
      TimeUnit.MINUTES.sleep(1);
    }
  }

  @Test
  void close_beforeTheEnd_nothingIsTouched(@TempDir Path home) throws Exception {
    Path kept = Files.createDirectory(home.resolve("holdfast-kept"));
    Path lost = Files.createDirectory(home.resolve("holdfast-lost"));
    Process bystander = new ProcessBuilder("sleep", "60").start();
    try (JvmProcess jvm =
        JvmProcess.start(
            Guarding.class, kept.toString(), lost.toString(), Long.toString(bystander.pid()))) {
      jvm.awaitLine("ready");
      jvm.kill();
      within(Duration.ofSeconds(10)).isTrue("deleted", () -> !Files.exists(lost));
      assertThat(kept).exists();
      assertThat(bystander.isAlive()).isTrue();
    } finally {
      bystander.destroyForcibly();
    }
  }

  /** Guards two directories and a process, and lets all but one directory go. */
  static final class Guarding {
    public static void main(String[] arguments) throws Exception {
      Guard released = Guard.of(Path.of(arguments[0]));
      released.process(Long.parseLong(arguments[2]));
      Guard.of(Path.of(arguments[1]));
      released.close();
      System.out.println("ready");
      TimeUnit.MINUTES.sleep(1);
    }
  }

  @Test
  void of_aDirectoryOfSomebodyElse_isRefused(@TempDir Path home) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Guard.of(home.resolve("precious")))
        .withMessageContaining("does not begin with holdfast-");
  }
}
