package io.holdfast.lock.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's {@code keytool}. What it makes is kept for other test JVMs that name the same directory
 * in {@value #KEPT_IN}, as archives of classes are, for a run of it takes most of a second of
 * processor time; for some hours only, as certificates say from when on they are valid.
 *
 * @param period which hours
 */
record Keytool(long period) {

  private static final String KEPT_IN = "holdfast.test.archives";

  static final String PASSWORD = "changeit"; // of a store
  static final String STORE_TYPE = "PKCS12";

  /** Its start takes longest, and then what makes the password of the store hard to guess. */
  private static final List<String> BRIEF =
      List.of(
          "-J-XX:TieredStopAtLevel=1",
          "-J-XX:+UseSerialGC",
          "-J-Dkeystore.pkcs12.macIterationCount=1",
          "-J-Dkeystore.pkcs12.certPbeIterationCount=1",
          "-J-Dkeystore.pkcs12.keyPbeIterationCount=1");

  private static final int LIMIT_SECONDS = 60;
  private static final long PERIOD_MILLIS = Duration.ofHours(6).toMillis();

  /** Makes a file. */
  @FunctionalInterface
  interface Maker {
    void make(Path file) throws IOException;
  }

  static Keytool now() {
    return new Keytool(System.currentTimeMillis() / PERIOD_MILLIS);
  }

  /**
   * Writes a file that does not exist yet: a copy, if one is kept.
   *
   * @param content what two such files have in common
   * @param maker writes it, if none is kept
   */
  void write(Path file, String content, Maker maker) {
    String archives = System.getProperty(KEPT_IN, "");
    try {
      if (archives.isEmpty()) {
        maker.make(file);
        return;
      }
      Path directory = Files.createDirectories(Path.of(archives, "keytool"));
      Path kept = directory.resolve(named(content + '\n' + period));
      if (Files.exists(kept)) {
        Files.copy(kept, file);
      } else {
        maker.make(file);
        keep(file, kept);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String named(String content) {
    return UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** The first one stays, and is taken by others, too: more files may have been made with it. */
  private static void keep(Path file, Path kept) throws IOException {
    Path copy = Files.copy(file, kept.resolveSibling(UUID.randomUUID() + ".part"));
    try {
      Files.createLink(kept, copy);
    } catch (FileAlreadyExistsException e) { // of another JVM
      Files.copy(kept, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (UnsupportedOperationException | FileSystemException e) {
      // a file system without links: each JVM makes its own
    } finally {
      Files.delete(copy);
    }
  }

  /** Runs it on a store. */
  void run(Path store, List<String> command, List<String> more) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(BRIEF);
    words.addAll(command);
    words.addAll(more);
    words.addAll(List.of("-keystore", store.toString(), "-storetype", STORE_TYPE));
    words.addAll(List.of("-storepass", PASSWORD));
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("%s: hangs".formatted(words));
      }
      // It says so little that the pipe holds it.
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new IllegalStateException("%s: %s".formatted(words, said));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
