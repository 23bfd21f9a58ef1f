package io.holdfast.lock.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class JvmProcessTest {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** Repeats what it is told; ends with 7 on {@code end}. */
  static final class Echo {
    public static void main(String[] arguments) throws IOException {
      System.out.println(
          "ready "
              + String.join(",", arguments)
              + " "
              + System.getProperty("x")
              + " "
              + System.getenv("Y"));
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals("end")) {
          System.err.println("ending");
          System.exit(7);
        }
        System.out.println("echo " + line);
      }
    }
  }

  @Test
  void start_argumentsOptionsEnvironment_arrive() throws InterruptedException {
    try (JvmProcess jvm =
        JvmProcess.of(Echo.class)
            .options("-Dx=1")
            .arguments("a", "b c")
            .environment("Y", "2")
            .start()) {
      assertThat(jvm.awaitLine("ready (.*)").group(1)).isEqualTo("a,b c 1 2");
    }
  }

  /** Tells what its own child was started with; a second one has a collector of its own. */
  static final class Parent {
    public static void main(String[] arguments) throws InterruptedException {
      tellOf(JvmProcess.of(Child.class));
      tellOf(JvmProcess.of(Child.class).options("-XX:+UseParallelGC"));
    }

    private static void tellOf(JvmCommand command) throws InterruptedException {
      try (JvmProcess child = command.start()) {
        System.out.println("child " + child.awaitLine("has (.*)").group(1));
      }
    }
  }

  static final class Child {
    public static void main(String[] arguments) {
      System.out.println("has " + ManagementFactory.getRuntimeMXBean().getInputArguments());
    }
  }

  @Test
  void start_compilersAndMemory_areThoseOfTheParent() throws InterruptedException {
    try (JvmProcess jvm =
        JvmProcess.of(Parent.class)
            .options(
                "-Xmx99m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UseTransparentHugePages")
            .start()) {
      assertThat(jvm.awaitLine("child (.*)").group(1))
          .contains("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages")
          .doesNotContain("-Xmx99m");
      assertThat(jvm.awaitLine("child (.*)").group(1))
          .contains("-XX:TieredStopAtLevel=1", "-XX:+UseParallelGC")
          .doesNotContain("-XX:+UseSerialGC");
    }
  }

  @Test
  void awaitLine_consumesInOrder() throws InterruptedException {
    try (JvmProcess jvm = JvmProcess.start(Echo.class)) {
      jvm.send("one");
      jvm.send("two");
      jvm.send("one");
      jvm.awaitLine("echo two");
      jvm.awaitLine("echo one");
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(() -> jvm.awaitLine(Pattern.compile("echo one"), Duration.ofMillis(50)))
          .withMessageContaining("within 50 ms")
          .withMessageContaining("echo two");
      assertThat(jvm.output()).endsWith("echo one", "echo two", "echo one");
    }
  }

  @Test
  void exitValue_ofItsOwnEnd_andOutputOfBothStreams() throws InterruptedException {
    try (JvmProcess jvm = JvmProcess.start(Echo.class)) {
      jvm.send("end");
      assertThat(jvm.exitValue(LIMIT)).isEqualTo(7);
      jvm.awaitLine("ending");
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(() -> jvm.awaitLine("never"))
          .withMessageContaining("ended without a line like never");
    }
  }

  @Test
  void freeze_itSaysNothing_untilThaw() throws InterruptedException {
    try (JvmProcess jvm = JvmProcess.start(Echo.class)) {
      jvm.awaitLine("ready");
      jvm.freeze();
      jvm.send("hello");
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(() -> jvm.awaitLine(Pattern.compile("echo hello"), Duration.ofMillis(300)));
      assertThat(jvm.isAlive()).isTrue();
      jvm.thaw();
      jvm.awaitLine("echo hello");
    }
  }

  @Test
  void kill_frozen_ends() throws InterruptedException {
    JvmProcess jvm = JvmProcess.start(Echo.class);
    jvm.awaitLine("ready");
    jvm.freeze();
    jvm.kill();
    assertThat(jvm.isAlive()).isFalse();
    assertThat(jvm.exitValue(LIMIT)).isEqualTo(128 + 9);
    assertThatIllegalStateException()
        .isThrownBy(jvm::freeze)
        .withMessageContaining("SIGSTOP to " + jvm.pid());
    jvm.close();
    jvm.close();
    assertThat(ProcessHandle.of(jvm.pid())).isEmpty();
  }

  @Test
  void exitValue_runsOn_fails() throws InterruptedException {
    try (JvmProcess jvm = JvmProcess.start(Echo.class)) {
      jvm.awaitLine("ready");
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(() -> jvm.exitValue(Duration.ofMillis(20)))
          .withMessageContaining("not ended within 20 ms")
          .withMessageContaining("ready");
    }
  }
}
