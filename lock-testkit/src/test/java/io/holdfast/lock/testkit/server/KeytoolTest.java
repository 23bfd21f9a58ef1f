package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeytoolTest {

  private static final String KEPT_IN = "holdfast.test.archives";

  @TempDir Path directory;
  private final String before = System.getProperty(KEPT_IN, "");
  private final AtomicInteger made = new AtomicInteger();

  @BeforeEach
  void keepHere() {
    System.setProperty(KEPT_IN, directory.resolve("kept").toString());
  }

  @AfterEach
  void keepAsBefore() {
    System.setProperty(KEPT_IN, before);
  }

  private String write(Keytool keytool, String name, String content) throws IOException {
    Path file = directory.resolve(name);
    keytool.write(file, content, to -> Files.writeString(to, content + made.incrementAndGet()));
    return Files.readString(file);
  }

  @Test
  void write_sameContentAgain_isTheFirst() throws IOException {
    assertThat(write(new Keytool(1), "a", "key")).isEqualTo("key1");
    assertThat(write(new Keytool(1), "b", "key")).isEqualTo("key1");
    assertThat(made).hasValue(1);
  }

  @Test
  void write_otherContentOrLater_isMadeAnew() throws IOException {
    write(new Keytool(1), "a", "key");

    assertThat(write(new Keytool(1), "b", "certificate")).isEqualTo("certificate2");
    assertThat(write(new Keytool(2), "c", "key")).isEqualTo("key3");
  }

  @Test
  void write_nothingIsKept_isMadeEachTime() throws IOException {
    System.setProperty(KEPT_IN, "");

    assertThat(write(new Keytool(1), "a", "key")).isEqualTo("key1");
    assertThat(write(new Keytool(1), "b", "key")).isEqualTo("key2");
  }

  @Test
  void write_anotherMakesItMeanwhile_takesThatOne() throws IOException {
    Keytool keytool = new Keytool(1);
    Path file = directory.resolve("a");

    keytool.write(
        file,
        "key",
        to -> {
          write(keytool, "b", "key");
          Files.writeString(to, "late");
        });

    assertThat(file).hasContent("key1");
    try (Stream<Path> kept = Files.list(directory.resolve("kept/keytool"))) {
      assertThat(kept).hasSize(1);
    }
  }

  @Test
  void authority_madeTwice_signsForTheSameKey() {
    Keytool keytool = Keytool.now();
    TestAuthority one = TestAuthority.create(directory, "one", keytool);
    TestAuthority again = TestAuthority.create(directory.resolve("kept"), "one", keytool);
    TestAuthority other = TestAuthority.create(directory, "other", keytool);

    assertThat(again.key()).hasSameTextualContentAs(one.key());
    assertThat(again.certificate()).hasSameTextualContentAs(one.certificate());
    assertThat(other.certificate()).isNotEmptyFile();
    assertThat(one.sign("a")).hasSameTextualContentAs(again.sign("b"));
    assertThat(mismatch(other.certificate(), one.certificate())).isNotEqualTo(-1);
    assertThat(mismatch(one.sign("c"), one.sign("d", TestAuthority.LOCALHOST))).isNotEqualTo(-1);
    assertThat(mismatch(one.sign("e"), one.signExpired("f"))).isNotEqualTo(-1);
  }

  private static long mismatch(Path one, Path other) {
    try {
      return Files.mismatch(one, other);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void run_refused_saysWhatItSaid() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                Keytool.now()
                    .run(directory.resolve("none"), List.of("-list", "-alias", "x"), List.of()))
        .withMessageContaining("-list")
        .withMessageContaining("Keystore file does not exist");
  }
}
