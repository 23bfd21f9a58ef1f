package io.holdfast.lock.cli;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script {@code holdfast} on a copy of the packaged command, and its archive of classes. */
@ExtendWith(RedisServerExtension.class)
@Timeout(240) // each first start rehearses
class LauncherIT {

  private static final String ARCHIVE = "java-\\d+-\\d+\\.jsa";
  private static final String FROM_ARCHIVE = " source: shared objects";
  private static final Map<String, String> LOG_CLASSES =
      Map.of("HOLDFAST_JAVA_OPTS", "-Xlog:class+load");

  @TempDir private Path root;
  private Path target = Path.of("");

  private record Ended(int status, String said) {}

  @BeforeEach
  void copy() throws IOException {
    Files.copy(Path.of("..", "holdfast"), root.resolve("holdfast"));
    target = Files.createDirectories(root.resolve("lock-cli/target"));
    Files.createDirectories(root.resolve("lock-cli/src/main"));
    for (String source : List.of("pom.xml", "lock-cli/pom.xml")) {
      Files.createFile(root.resolve(source));
    }
    for (Path jar : jars(Path.of("target"), "lock-cli-")) {
      Files.copy(jar, target.resolve(jar.getFileName()));
    }
    for (String directory : List.of("lib", "server")) {
      Path to = Files.createDirectories(target.resolve(directory));
      for (Path jar : jars(Path.of("target", directory), "")) {
        Files.copy(jar, to.resolve(jar.getFileName()));
      }
    }
    Files.createFile(target.resolve(".built")); // newer than all sources
  }

  /** Puts a command of one class in place of the real one, whose archives take their time. */
  private void packSmallCommand() throws IOException {
    Path jar = jars(target, "lock-cli-").get(0);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, SmallCommand.class.getName());
    String file = SmallCommand.class.getName().replace('.', '/') + ".class";
    try (InputStream code = SmallCommand.class.getResourceAsStream("/" + file);
        JarOutputStream packed = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      packed.putNextEntry(new ZipEntry(file));
      Objects.requireNonNull(code, file).transferTo(packed);
      packed.closeEntry();
    }
    Files.setLastModifiedTime(target.resolve(".built"), FileTime.from(Instant.now()));
  }

  private static List<Path> jars(Path directory, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.getFileName().toString().endsWith(".jar"))
          .toList();
    }
  }

  /** The files in the directory of archives, except the locked one. */
  private List<String> archives() throws IOException {
    Path directory = target.resolve("startup");
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(".lock"))
          .sorted()
          .toList();
    }
  }

  private Path archive() throws IOException {
    assertThat(archives()).singleElement().asString().matches(ARCHIVE);
    return target.resolve("startup").resolve(archives().get(0));
  }

  private Path archiveBeside(Path other) throws IOException {
    String name = other.getFileName().toString();
    assertThat(archives()).hasSize(2).contains(name).allMatch(each -> each.matches(ARCHIVE));
    return target
        .resolve("startup")
        .resolve(archives().stream().filter(each -> !each.equals(name)).findAny().orElseThrow());
  }

  private Process launch(Map<String, String> environment, String... arguments) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("bash", root.resolve("holdfast").toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).start();
  }

  private static Ended ended(Process process) {
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).as(said).isTrue();
      return new Ended(process.exitValue(), said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Ended start(Map<String, String> environment, String... arguments) throws IOException {
    return ended(launch(environment, arguments));
  }

  private static void assertVersion(Ended ended) {
    assertThat(ended.status()).as(ended.said()).isZero();
    assertThat(ended.said()).startsWith("holdfast ").hasLineCount(2);
  }

  @Test
  void start_second_isFromTheArchiveOfTheFirstUnlessThatIsBroken(TestServer server)
      throws Exception {
    Ended first = start(Map.of(), "--version");
    assertThat(first.status()).as(first.said()).isZero();
    assertThat(first.said()).contains("preparing quick starts");
    FileTime made = Files.getLastModifiedTime(archive());
    assertThat(Files.size(archive())).isPositive();

    assertVersion(start(Map.of(), "--version"));
    Ended run =
        start(LOG_CLASSES, "run", "--redis", server.uri(), "--lock", "it", "--", "echo", "it ran");

    assertThat(run.status()).isZero();
    assertThat(run.said()).contains("it ran", Holdfast.class.getName() + FROM_ARCHIVE);
    assertThat(Files.getLastModifiedTime(archive())).isEqualTo(made);
    for (byte[] broken : broken(Files.readAllBytes(archive()))) {
      Path archive = archive();
      Files.delete(archive);
      Files.write(archive, broken);

      assertVersion(start(Map.of(), "--version"));
    }
  }

  private static List<byte[]> broken(byte[] whole) {
    byte[] zeros = Arrays.copyOf(Arrays.copyOf(whole, 10_000), whole.length);
    return List.of(new byte[0], new byte[5_000], Arrays.copyOf(whole, whole.length / 2), zeros);
  }

  @Test
  void start_jarIsAnother_makesAnotherArchive() throws Exception {
    String fromArchive = SmallCommand.class.getName() + FROM_ARCHIVE;
    packSmallCommand();
    start(Map.of(), "--version");
    Path old = archive();
    Path kept = Files.copy(old, root.resolve("kept"));

    for (Path jar : jars(target, "lock-cli-")) {
      // Another second than that in which it was packed, however long the first start took.
      Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
    }
    start(Map.of(), "--version");

    Path fresh = archiveBeside(old);
    assertThat(start(LOG_CLASSES, "--version").said()).contains(fromArchive);

    Files.move(kept, fresh, StandardCopyOption.REPLACE_EXISTING); // the older one, by its name
    assertVersion(start(Map.of(), "--version"));
    assertThat(start(LOG_CLASSES, "--version").said()).doesNotContain(fromArchive);
  }

  @Test
  void start_twoAtOnceForTheFirstTime_bothWorkAndOneArchiveIsThere() throws Exception {
    Path begun = root.resolve("begun");
    Path go = root.resolve("go");
    String waits = "echo $$ >>'%s'; until [[ -e '%s' ]]; do sleep 0.05; done";
    Map<String, String> quick =
        Map.of("JAVA_HOME", quickJdk(waits.formatted(begun, go)).toString());
    Process one = launch(quick, "--version");
    eventually().isTrue("it prepares", () -> Files.exists(begun));

    assertVersion(start(quick, "--version")); // meanwhile
    Files.createFile(go);

    assertThat(ended(one).status()).isZero();
    assertThat(Files.readAllLines(begun)).hasSize(1);
    assertThat(archive()).isNotEmptyFile();
    assertVersion(start(quick, "--version"));
  }

  @ParameterizedTest
  @CsvSource({"TERM,143", "HUP,129"})
  void start_signalWhilePreparing_endsAllAndRunsNoCommand(String signal, int status)
      throws Exception {
    Path begun = root.resolve("begun");
    Path jdk =
        quickJdk("echo $$ >'%1$s.part'; mv '%1$s.part' '%1$s'; exec sleep 300".formatted(begun));
    Process launcher = launch(Map.of("JAVA_HOME", jdk.toString()), "run", "--", "true");
    eventually().isTrue("it prepares", () -> Files.exists(begun));
    long training = Long.parseLong(Files.readString(begun).strip());

    assertThat(new ProcessBuilder("kill", "-" + signal, "" + launcher.pid()).start().waitFor())
        .isZero();

    Ended ended = ended(launcher);
    assertThat(ended.status()).as(ended.said()).isEqualTo(status);
    assertThat(ended.said()).hasLineCount(1);
    assertThat(ProcessHandle.of(training).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(archives()).isEmpty();
  }

  @Test
  void start_nothingCanBeWritten_goesWithoutAnArchive() throws Exception {
    Files.createFile(target.resolve("startup")); // also root cannot make the directory

    assertVersion(start(Map.of(), "--version"));
    assertThat(archives()).isEmpty();
  }

  @Test
  void start_archiveIsNotWanted_makesAndUsesNone() throws Exception {
    assertVersion(start(Map.of("HOLDFAST_ARCHIVE", "off"), "--version"));
    assertThat(archives()).isEmpty();
  }

  @Test
  void start_movedDirectory_makesAnArchiveOfItsOwn() throws Exception {
    Map<String, String> quick = Map.of("JAVA_HOME", quickJdk("exit 0").toString());
    start(quick, "--version");
    Path before = archive();
    Path moved = Files.createDirectory(root.resolve("moved"));
    for (String entry : List.of("holdfast", "pom.xml", "lock-cli")) {
      Files.move(root.resolve(entry), moved.resolve(entry));
    }
    root = moved;
    target = root.resolve("lock-cli/target");

    Ended first = start(quick, "--version");

    assertThat(first.status()).as(first.said()).isZero();
    assertThat(archiveBeside(before)).isNotEmptyFile();
    assertVersion(start(quick, "--version"));
  }

  @Test
  void start_anotherJdk_hasAnArchiveOfItsOwn() throws Exception {
    packSmallCommand();
    start(Map.of(), "--version");
    Path ours = archive();
    Map<String, String> theirs = Map.of("JAVA_HOME", otherJdk().toString());

    Ended first = start(theirs, "--version");
    assertThat(first.status()).as(first.said()).isZero();
    assertVersion(start(theirs, "--version"));
    assertVersion(start(Map.of(), "--version"));

    assertThat(archiveBeside(ours)).isNotEmptyFile();
  }

  /** A newer one of this machine, or else this one by another path. */
  private Path otherJdk() throws IOException {
    Path place = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(place)) {
      try (Stream<Path> homes = Files.list(place)) {
        for (Path home : homes.filter(home -> Files.exists(home.resolve("release"))).toList()) {
          boolean isNewer =
              Files.readString(home.resolve("release")).matches("(?s).*JAVA_VERSION=\"2\\d.*");
          if (isNewer && !Files.isSameFile(home, Path.of(System.getProperty("java.home")))) {
            return home;
          }
        }
      }
    }
    return quickJdk("exit 0");
  }

  /**
   * The JDK of this JVM at another path, whose archives are quickly made and of no use: for what
   * the launcher does with their names.
   */
  private Path quickJdk(String rehearsal) throws IOException {
    Path home = root.resolve("jdk");
    Path bin = Files.createDirectories(home.resolve("bin"));
    Path ours = Path.of(System.getProperty("java.home"));
    Files.copy(ours.resolve("release"), home.resolve("release"));
    Files.createSymbolicLink(home.resolve("lib"), ours.resolve("lib"));
    String script =
        """
        #!/bin/bash
        case " $* " in
          *' rehearse '*) %s
            exit 0 ;;
          *' -Xshare:dump '*)
            for word; do
              case $word in -XX:SharedArchiveFile=*) echo archive >"${word#*=}" ;; esac
            done
            exit 0 ;;
        esac
        exec '%s' "$@"
        """;
    Path java =
        Files.writeString(
            bin.resolve("java"), script.formatted(rehearsal, ours.resolve("bin/java")));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return home;
  }

  @Test
  void start_collectorIsChosen_startsWithIt() throws Exception {
    for (String variable : List.of("HOLDFAST_JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
      Ended ended =
          start(Map.of(variable, "-XX:+UseParallelGC", "HOLDFAST_ARCHIVE", "off"), "--version");

      assertThat(ended.status()).as(ended.said()).isZero();
      assertThat(ended.said()).contains("holdfast ");
    }
  }
}
