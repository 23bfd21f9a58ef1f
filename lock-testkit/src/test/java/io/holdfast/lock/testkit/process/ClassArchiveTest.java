package io.holdfast.lock.testkit.process;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class ClassArchiveTest {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final int BEFORE_IT_PAYS = 6;

  @TempDir private Path archives;

  /** Has nothing to do. Every other one loads its classes in another order. */
  static final class Brief {
    public static void main(String[] arguments) throws ClassNotFoundException {
      List<String> names = List.of("java.util.zip.Adler32", "java.util.zip.CheckedInputStream");
      int first = Integer.parseInt(arguments[0]) % 2;
      for (int i = 0; i < names.size(); i++) {
        Class.forName(names.get((first + i) % names.size()));
      }
      System.out.println("done");
    }
  }

  /** Lasts until it is killed. */
  static final class Lasting {
    public static void main(String[] arguments) throws IOException {
      System.out.println("done");
      var unused = System.in.read();
    }
  }

  /** Starts as many others as it is told, one after the other, and says what they say. */
  static final class Starter {
    public static void main(String[] arguments) throws InterruptedException {
      int count = Integer.parseInt(arguments[0]);
      if (Boolean.getBoolean("halted")) {
        var unused = JvmProcess.of(Lasting.class).start().ready("done");
        System.out.println("all ended");
        Runtime.getRuntime().halt(0); // hears of no end
      }
      for (int i = 0; i < Integer.getInteger("killed", 0); i++) {
        try (JvmProcess jvm =
            JvmProcess.of(Lasting.class).options("-Xlog:class+load").start().ready("done")) {
          jvm.kill();
          jvm.output().stream()
              .filter(line -> line.contains("Lasting"))
              .forEach(System.out::println);
        }
      }
      for (int i = 0; i < count; i++) {
        try (JvmProcess jvm =
            JvmProcess.of(Brief.class)
                .options("-Xlog:class+load")
                .arguments(Integer.toString(i))
                .start()
                .ready("done")) {
          int status = jvm.exitValue(LIMIT);
          jvm.output().stream().filter(line -> line.contains("Brief")).forEach(System.out::println);
          System.out.println("status " + status);
        }
      }
      System.out.println("all ended");
      eventually().isTrue("told to go on", () -> hasEnded(System.getProperty("until", "")));
    }

    private static boolean hasEnded(String directory) {
      return directory.isEmpty() || !found(Path.of(directory), "classes.jsa").isEmpty();
    }
  }

  private static List<Path> found(Path directory, String name) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.endsWith(name)).toList();
    } catch (IOException e) {
      return List.of(); // it changes meanwhile
    }
  }

  private List<String> starting(int count, String... options) throws InterruptedException {
    String[] all = new String[options.length + 1];
    all[0] = "-D" + ClassArchive.PROPERTY + "=" + archives;
    System.arraycopy(options, 0, all, 1, options.length);
    try (JvmProcess starter =
        JvmProcess.of(Starter.class)
            .options(all)
            .arguments(Integer.toString(count))
            .start()
            .ready("all ended")) {
      assertThat(starter.exitValue(LIMIT)).isZero();
      return starter.output();
    }
  }

  @Test
  void start_afterSeveral_isFromAnArchive() throws InterruptedException {
    List<String> first = starting(BEFORE_IT_PAYS, "-Duntil=" + archives);
    assertThat(first).filteredOn(line -> line.equals("status 0")).hasSize(BEFORE_IT_PAYS);
    assertThat(first).noneMatch(line -> line.contains("shared objects file"));

    assertThat(starting(1))
        .anyMatch(line -> line.contains("Brief source: shared objects file"))
        .contains("status 0");
  }

  @Test
  void start_afterSeveralThatWereKilled_isFromAnArchive() throws InterruptedException {
    assertThat(starting(0, "-Dkilled=" + BEFORE_IT_PAYS, "-Duntil=" + archives))
        .anyMatch(line -> line.contains("Lasting"))
        .noneMatch(line -> line.contains("shared objects file"));

    assertThat(starting(0, "-Dkilled=1"))
        .anyMatch(line -> line.contains("Lasting source: shared objects file"));
  }

  @Test
  void start_afterOneWhoseEndNobodyHeardOf_isFromAnArchive() throws InterruptedException {
    starting(0, "-Dhalted=true");

    starting(BEFORE_IT_PAYS, "-Duntil=" + archives);

    assertThat(starting(1)).anyMatch(line -> line.contains("Brief source: shared objects file"));
  }

  @Test
  void start_fewJvms_makeNoArchive() throws InterruptedException {
    assertThat(starting(BEFORE_IT_PAYS - 1)).contains("status 0");

    assertThat(found(archives, "making")).isEmpty();
  }

  @Test
  void start_brokenArchive_goesWithoutIt() throws Exception {
    starting(BEFORE_IT_PAYS, "-Duntil=" + archives);
    Path archive = found(archives, "classes.jsa").get(0);
    Files.delete(archive);
    Files.write(archive, new byte[5_000]);

    assertThat(starting(1))
        .noneMatch(line -> line.contains("shared objects file"))
        .contains("status 0");
  }
}
