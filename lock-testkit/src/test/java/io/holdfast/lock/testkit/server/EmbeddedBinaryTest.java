package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBinaryTest {

  @TempDir Path temporary;

  @BeforeEach
  void platformIsInTheJar() {
    assumeThat(EmbeddedBinary.platform())
        .isIn("linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64");
  }

  @Test
  void extract_twice_unpacksOnce() throws IOException {
    Path program = EmbeddedBinary.extract(temporary).orElseThrow();
    Object inode = Files.getAttribute(program, "unix:ino");

    assertThat(EmbeddedBinary.extract(temporary)).hasValue(program);
    assertThat(Files.getAttribute(program, "unix:ino")).isEqualTo(inode);
    assertThat(Files.getPosixFilePermissions(program))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(program.getParent()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    try (Stream<Path> files = Files.list(program.getParent())) {
      assertThat(files).containsExactly(program);
    }
  }

  @Test
  void extract_damagedInOneByte_isReplaced() throws IOException {
    Path program = EmbeddedBinary.extract(temporary).orElseThrow();
    byte[] good = Files.readAllBytes(program);
    byte[] bad = good.clone();
    bad[bad.length / 2] ^= 1;
    Files.write(program, bad);

    assertThat(EmbeddedBinary.extract(temporary)).hasValue(program);
    assertThat(Files.readAllBytes(program)).isEqualTo(good);
  }

  @Test
  void extract_jarNamed_isTaken() throws IOException {
    Path jar = temporary.resolve("mine.jar");
    String entry = "redis-server-9.9.9-" + EmbeddedBinary.platform();
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(new byte[] {1, 2, 3});
    }

    Path program = EmbeddedBinary.extract(temporary, Optional.of(jar.toString())).orElseThrow();

    assertThat(program).hasFileName(entry).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void extract_jarNamedThatIsNotThere_isNamed() {
    String missing = temporary.resolve("missing.jar").toString();
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> EmbeddedBinary.extract(temporary, Optional.of(missing)))
        .withMessageContaining(missing);
  }

  @Test
  void extract_directoryOpenToOthers_isRefused() throws IOException {
    Path home = EmbeddedBinary.extract(temporary).orElseThrow().getParent();
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> EmbeddedBinary.extract(temporary))
        .withMessageContaining("0700");
  }

  @Test
  void extract_directoryIsALink_isRefused() throws IOException {
    Path elsewhere =
        Files.createTempDirectory(
            temporary,
            "elsewhere",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.createSymbolicLink(
        temporary.resolve("holdfast-testkit-" + System.getProperty("user.name")), elsewhere);
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> EmbeddedBinary.extract(temporary));
  }
}
