package io.holdfast.lock.testkit.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate authority that only the test knows, made by the JDK's {@code keytool}. All its
 * certificates are for one key pair; they differ in their content. Making one takes three runs of
 * {@code keytool}, each certificate one more.
 *
 * <pre>{@code
 * TestAuthority authority = TestAuthority.create(directory, "ours");
 * Path certificate = authority.sign("server", "san=ip:127.0.0.1");
 * RedisServer.builder().tls(certificate, authority.key(), authority.certificate()).start();
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class TestAuthority {

  /** An extension: for the one host that servers of tests run on. */
  public static final String LOCALHOST = "san=ip:127.0.0.1,dns:localhost";

  private static final String PASSWORD = "changeit"; // of the store
  private static final String STORE_TYPE = "PKCS12";
  private static final String OF_AUTHORITY = "authority";
  private static final String OF_KEY = "key";

  /** Its start takes longest, and then what makes the password of the store hard to guess. */
  private static final List<String> BRIEF =
      List.of(
          "-J-XX:TieredStopAtLevel=1",
          "-J-XX:+UseSerialGC",
          "-J-Dkeystore.pkcs12.macIterationCount=1",
          "-J-Dkeystore.pkcs12.certPbeIterationCount=1",
          "-J-Dkeystore.pkcs12.keyPbeIterationCount=1");

  private static final int LIMIT_SECONDS = 60;
  private static final int PEM_LINE = 64;

  private final Path directory;
  private final Path store;
  private final Path request;
  private final Path certificate;
  private final Path key;

  private TestAuthority(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("authority.p12");
    this.request = directory.resolve("request.csr");
    this.certificate = directory.resolve("authority.crt");
    this.key = directory.resolve("key.pem");
  }

  /**
   * A new one.
   *
   * @param parent where it gets a directory of its own, which is left to the test
   * @param name what its certificate says, and the directory
   */
  public static TestAuthority create(Path parent, String name) {
    try {
      TestAuthority authority = new TestAuthority(Files.createDirectory(parent.resolve(name)));
      authority.makeKeys(name);
      return authority;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeKeys(String name) throws IOException {
    keytool(
        List.of("-genkeypair", "-alias", OF_AUTHORITY, "-keyalg", "EC", "-groupname", "secp256r1"),
        List.of("-dname", "CN=" + name, "-validity", "20", "-ext", "bc:c=ca:true"));
    keytool(
        List.of("-genkeypair", "-alias", OF_KEY, "-keyalg", "EC", "-groupname", "secp256r1"),
        List.of("-dname", "CN=holdfast-test", "-validity", "20"));
    keytool(List.of("-certreq", "-alias", OF_KEY, "-file", request.toString()), List.of());
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance(STORE_TYPE);
      keys.load(in, PASSWORD.toCharArray());
      pem(certificate, "CERTIFICATE", keys.getCertificate(OF_AUTHORITY).getEncoded());
      pem(key, "PRIVATE KEY", keys.getKey(OF_KEY, PASSWORD.toCharArray()).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the keys of " + name + " cannot be read", e);
    }
  }

  /** Its own certificate, PEM: trusting it means trusting every certificate that it signs. */
  public Path certificate() {
    return certificate;
  }

  /** The private key of all certificates that it signs, PEM, without a password. */
  public Path key() {
    return key;
  }

  /** A certificate that is valid now, PEM. */
  public Path sign(String file, String... extensions) {
    return sign(file, "-1d", 10, extensions);
  }

  /** A certificate that was valid until the day before yesterday, PEM. */
  public Path signExpired(String file, String... extensions) {
    return sign(file, "-10d", 8, extensions);
  }

  /** A certificate that is valid from tomorrow on, PEM. */
  public Path signTooEarly(String file, String... extensions) {
    return sign(file, "+1d", 10, extensions);
  }

  private Path sign(String file, String from, int days, String... extensions) {
    Path signed = directory.resolve(file + ".crt");
    List<String> what = new ArrayList<>(List.of("-startdate", from));
    what.addAll(List.of("-validity", Integer.toString(days)));
    for (String extension : extensions) {
      what.addAll(List.of("-ext", extension));
    }
    what.addAll(List.of("-rfc", "-infile", request.toString(), "-outfile", signed.toString()));
    keytool(List.of("-gencert", "-alias", OF_AUTHORITY), what);
    return signed;
  }

  private void keytool(List<String> command, List<String> more) {
    Path log = directory.resolve("keytool.log");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(BRIEF);
    words.addAll(command);
    words.addAll(more);
    words.addAll(List.of("-keystore", store.toString(), "-storetype", STORE_TYPE));
    words.addAll(List.of("-storepass", PASSWORD));
    try {
      Process process =
          new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("%s: hangs".formatted(words));
      }
      if (process.exitValue() != 0) {
        throw new IllegalStateException("%s: %s".formatted(words, Files.readString(log)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void pem(Path file, String kind, byte[] content) throws IOException {
    String body =
        Base64.getMimeEncoder(PEM_LINE, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }
}
