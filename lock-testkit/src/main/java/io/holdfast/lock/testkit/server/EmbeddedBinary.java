package io.holdfast.lock.testkit.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;

/**
 * The server program inside the jar {@code embedded-redis}, of which nothing else is used: the one
 * that {@value TestServers#JAR_PROPERTY} names, or else that of the class path.
 *
 * <p>It is unpacked once per user and program, into a directory of this user's only, and used again
 * while its size and check sum are those of the jar's entry. Two JVMs may do so at once: each
 * writes a file of its own and renames it.
 */
final class EmbeddedBinary {

  /** A file that only this jar has, and that no module hides. */
  private static final String MARK =
      "META-INF/maven/com.github.codemonstur/embedded-redis/pom.properties";

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private EmbeddedBinary() {}

  /**
   * The program for this platform, unpacked; empty if there is no such jar, or nothing in it for
   * this platform.
   */
  static Optional<Path> extract() {
    return extract(Path.of(System.getProperty("java.io.tmpdir")));
  }

  static Optional<Path> extract(Path temporary) {
    return extract(temporary, Optional.ofNullable(System.getProperty(TestServers.JAR_PROPERTY)));
  }

  static Optional<Path> extract(Path temporary, Optional<String> named) {
    try {
      if (named.isPresent()) {
        return extract(new JarFile(named.get()), temporary);
      }
      URL mark = EmbeddedBinary.class.getClassLoader().getResource(MARK);
      if (mark == null || !(mark.openConnection() instanceof JarURLConnection connection)) {
        return Optional.empty();
      }
      connection.setUseCaches(false);
      return extract(connection.getJarFile(), temporary);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack the embedded server: " + e.getMessage(), e);
    }
  }

  private static Optional<Path> extract(JarFile opened, Path temporary) throws IOException {
    try (JarFile jar = opened) {
      Optional<JarEntry> entry = choose(jar);
      return entry.isEmpty()
          ? Optional.empty()
          : Optional.of(extract(jar, entry.get(), home(temporary)));
    }
  }

  /** What the jar calls this platform: {@code linux-amd64}. */
  static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String cpu = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return (os.startsWith("mac") ? "darwin" : os.startsWith("windows") ? "windows" : os)
        + "-"
        + switch (cpu) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64", "arm64" -> "arm64";
          case "x86", "i386", "i686" -> "386";
          default -> cpu;
        };
  }

  private static Optional<JarEntry> choose(JarFile jar) {
    return jar.stream()
        .filter(entry -> entry.getName().startsWith("redis-server-"))
        .filter(entry -> entry.getName().endsWith("-" + platform()))
        .max(Comparator.comparing(JarEntry::getName));
  }

  /**
   * Private to this user, also where the temporary directory is everybody's: one that is not ours
   * is refused.
   */
  private static Path home(Path temporary) throws IOException {
    Path home = temporary.resolve("holdfast-testkit-" + System.getProperty("user.name"));
    if (!Files.isDirectory(home)) {
      try {
        Files.createDirectory(home, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      } catch (FileAlreadyExistsException e) {
        // Another JVM was faster; whether it was one of ours is checked below.
      }
    }
    boolean isDirectory = Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS);
    if (!isDirectory || !Files.getPosixFilePermissions(home).equals(OWNER_ONLY) || !isOurs(home)) {
      throw new IOException(home + " is not a directory of this user's only (mode 0700)");
    }
    return home;
  }

  private static boolean isOurs(Path home) throws IOException {
    Path ours = Files.createTempFile(home, "owner", ".tmp");
    try {
      return Files.getOwner(home).equals(Files.getOwner(ours));
    } finally {
      Files.delete(ours);
    }
  }

  private static Path extract(JarFile jar, JarEntry entry, Path home) throws IOException {
    Path program = home.resolve(entry.getName());
    if (Files.isRegularFile(program)
        && checksum(program) == entry.getCrc()
        && Files.size(program) == entry.getSize()) {
      return program;
    }
    Path draft =
        Files.createTempFile(
            home, "unpacking", ".tmp", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    try (InputStream content = jar.getInputStream(entry)) {
      Files.copy(content, draft, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(draft, OWNER_ONLY);
      return Files.move(draft, program, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static long checksum(Path file) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(Files.readAllBytes(file));
    return crc.getValue();
  }
}
