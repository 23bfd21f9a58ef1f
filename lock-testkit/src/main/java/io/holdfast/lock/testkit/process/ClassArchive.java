package io.holdfast.lock.testkit.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An archive of the classes that JVMs of one class path load, from which they start with little
 * more than half the processor time. Shared by all test JVMs that name the same directory in
 * {@value #PROPERTY}; without it there is no archive.
 *
 * <p>To make one takes as long as several starts. So the first JVMs only note which classes they
 * load, also if a test kills them, and where fewer are started no archive is made. A JVM whose
 * archive does not fit starts without it.
 */
final class ClassArchive {

  /** The directory for archives; handed on to the JVMs that are started. */
  static final String PROPERTY = "holdfast.test.archives";

  private static final Logger LOG = LoggerFactory.getLogger(ClassArchive.class);
  private static final int REHEARSALS = 6;
  private static final int MOST_REHEARSALS = 50; // the end of some is never heard of
  private static final int KILLED = 128;

  /** Each JVM counts its classes: where two load them in another order, numbers do not agree. */
  private static final Pattern NUMBER = Pattern.compile(" id: \\d+$");

  private static final Map<List<String>, Optional<ClassArchive>> KNOWN = new ConcurrentHashMap<>();

  private final List<String> jars;
  private final Path directory; // of this class path
  private final Path file;

  private ClassArchive(List<String> jars, Path directory) {
    this.jars = jars;
    this.directory = directory;
    this.file = directory.resolve("classes.jsa");
  }

  /**
   * The one for a class path. An archive is of jars only, so each directory of the class path is
   * packed into a jar.
   */
  static Optional<ClassArchive> of(Collection<String> classPath) {
    String archives = System.getProperty(PROPERTY, "");
    return archives.isEmpty()
        ? Optional.empty()
        : KNOWN.computeIfAbsent(List.copyOf(classPath), path -> of(path, Path.of(archives)));
  }

  private static Optional<ClassArchive> of(List<String> classPath, Path archives) {
    try {
      List<String> jars = new ArrayList<>();
      StringBuilder key = new StringBuilder(System.getProperty("java.vm.version"));
      for (String entry : classPath) {
        Path path = Path.of(entry);
        if (Files.exists(path)) {
          Path jar = Files.isDirectory(path) ? packed(path, archives.resolve("jars")) : path;
          jars.add(jar.toAbsolutePath().toString());
          key.append('\n').append(described(jar));
        }
      }
      Path directory = archives.resolve("of-" + named(key.toString()));
      Files.createDirectories(directory);
      return Optional.of(new ClassArchive(List.copyOf(jars), directory.toAbsolutePath()));
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("No archive of classes in {}: {}", archives, e.toString());
      return Optional.empty();
    }
  }

  private static String named(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static String described(Path entry) {
    try {
      return "%s %s %s"
          .formatted(entry.toAbsolutePath(), Files.size(entry), Files.getLastModifiedTime(entry));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path packed(Path classes, Path into) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(classes)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    StringBuilder content = new StringBuilder(classes.toAbsolutePath().toString());
    files.forEach(file -> content.append('\n').append(described(file)));
    Path jar = into.resolve(named(content.toString()) + ".jar");
    if (!Files.exists(jar)) {
      Files.createDirectories(into);
      Path part = Files.createTempFile(into, "part", ".tmp");
      pack(classes, files, part);
      Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
    }
    return jar;
  }

  private static void pack(Path classes, List<Path> files, Path to) throws IOException {
    try (OutputStream out = Files.newOutputStream(to);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Path file : files) {
        String name = classes.relativize(file).toString().replace('\\', '/');
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }

  /** The class path, in the same order. */
  List<String> jars() {
    return jars;
  }

  /** What a JVM is started with, and what is to be done when it has ended. */
  record Use(List<String> options, Optional<Path> noted) {}

  /** For the next JVM. */
  Use next() {
    if (Files.exists(file)) {
      return new Use(reading(), Optional.empty());
    }
    for (int i = 0; i < MOST_REHEARSALS && !Files.exists(making()); i++) {
      Path noted = directory.resolve(i + ".noting");
      if (isFirst(noted)) {
        return new Use(List.of("-XX:DumpLoadedClassList=" + noted), Optional.of(noted));
      }
    }
    return new Use(List.of(), Optional.empty());
  }

  /** Says nothing of an archive that does not fit, by whatever name its logs go in this Java. */
  private List<String> reading() {
    return List.of(
        "-XX:SharedArchiveFile=" + file, "-Xlog:disable", "-Xlog:all=error,cds*=off:stderr");
  }

  /** Is there as soon as the archive is made, and stays. */
  private Path making() {
    return directory.resolve("making");
  }

  private static boolean isFirst(Path path) {
    try {
      Files.createFile(path);
      return true;
    } catch (IOException e) { // it exists, as a rule
      return false;
    }
  }

  /** A JVM that noted its classes has ended. The last of them makes the archive. */
  void ended(Path noted, int status) {
    try {
      List<String> lines = Files.readAllLines(noted);
      if (status >= KILLED && !lines.isEmpty()) {
        lines = lines.subList(0, lines.size() - 1); // the last one may be cut off
      }
      if (lines.isEmpty()) {
        Files.deleteIfExists(noted); // another notes them
        return;
      }
      Path whole = Files.write(Path.of(noted + ".whole"), lines);
      Files.move(
          whole,
          Path.of(noted.toString().replace(".noting", ".noted")),
          StandardCopyOption.ATOMIC_MOVE);
      List<Path> all = notes();
      if (all.size() >= REHEARSALS && isFirst(making())) {
        make(all);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("No archive of classes in {}: {}", directory, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Path> notes() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".noted")).toList();
    }
  }

  private void make(List<Path> notes) throws IOException, InterruptedException {
    Set<String> classes = new LinkedHashSet<>();
    for (Path each : notes) {
      Files.readAllLines(each).stream()
          .filter(line -> !line.contains(" source: ")) // by a loader that others need not have
          .map(line -> NUMBER.matcher(line).replaceFirst(""))
          .forEach(classes::add);
    }
    Path list = Files.write(directory.resolve("all"), classes);
    Path part = directory.resolve("part");
    Process dump =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + list,
                "-XX:SharedArchiveFile=" + part,
                "-cp",
                String.join(System.getProperty("path.separator"), jars))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    AutoCloseable end =
        () -> { // this JVM ends: another is to note its classes, and to make the archive then
          dump.destroyForcibly();
          Files.deleteIfExists(making());
        };
    Leftovers.add(end);
    try {
      int status = dump.waitFor();
      if (status == 0) {
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } else {
        LOG.warn("No archive of classes in {}: -Xshare:dump has ended with {}", directory, status);
      }
    } finally {
      Leftovers.remove(end);
    }
  }
}
