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

/**
 * A certificate authority that only tests know, made by the JDK's {@code keytool}. All its
 * certificates are for one key pair; they differ in their content. Making one takes three runs of
 * {@code keytool}, each certificate one more, unless another test has made the same.
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

  private static final String OF_AUTHORITY = "authority";
  private static final String OF_KEY = "key";
  private static final int PEM_LINE = 64;

  private final Keytool keytool;
  private final String name;
  private final Path directory;
  private final Path store;
  private final Path request;
  private final Path certificate;
  private final Path key;

  private TestAuthority(String name, Path directory, Keytool keytool) {
    this.keytool = keytool;
    this.name = name;
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
    return create(parent, name, Keytool.now());
  }

  static TestAuthority create(Path parent, String name, Keytool keytool) {
    try {
      TestAuthority authority =
          new TestAuthority(name, Files.createDirectory(parent.resolve(name)), keytool);
      authority.makeKeys();
      return authority;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeKeys() throws IOException {
    Path keyOnly = directory.resolve("key.p12");
    keytool.write(keyOnly, "key", this::makeKey);
    keytool.write(
        request,
        "request",
        file ->
            keytool.run(
                keyOnly,
                List.of("-certreq", "-alias", OF_KEY, "-file", file.toString()),
                List.of()));
    keytool.write(
        store,
        "authority " + name,
        file -> {
          Files.copy(keyOnly, file);
          makeAuthority(file);
        });
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance(Keytool.STORE_TYPE);
      keys.load(in, Keytool.PASSWORD.toCharArray());
      pem(certificate, "CERTIFICATE", keys.getCertificate(OF_AUTHORITY).getEncoded());
      pem(key, "PRIVATE KEY", keys.getKey(OF_KEY, Keytool.PASSWORD.toCharArray()).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the keys of " + name + " cannot be read", e);
    }
  }

  private void makeKey(Path file) {
    keytool.run(
        file,
        List.of("-genkeypair", "-alias", OF_KEY, "-keyalg", "EC", "-groupname", "secp256r1"),
        List.of("-dname", "CN=holdfast-test", "-validity", "20"));
  }

  private void makeAuthority(Path file) {
    keytool.run(
        file,
        List.of("-genkeypair", "-alias", OF_AUTHORITY, "-keyalg", "EC", "-groupname", "secp256r1"),
        List.of("-dname", "CN=" + name, "-validity", "20", "-ext", "bc:c=ca:true"));
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
    List<String> what = new ArrayList<>(List.of("-startdate", from));
    what.addAll(List.of("-validity", Integer.toString(days)));
    for (String extension : extensions) {
      what.addAll(List.of("-ext", extension));
    }
    what.addAll(List.of("-rfc", "-infile", request.toString()));
    Path signed = directory.resolve(file + ".crt");
    String content = "signed by %s %s %s".formatted(name, days + from, List.of(extensions));
    keytool.write(
        signed,
        content,
        made -> {
          List<String> all = new ArrayList<>(what);
          all.addAll(List.of("-outfile", made.toString()));
          keytool.run(store, List.of("-gencert", "-alias", OF_AUTHORITY), all);
        });
    return signed;
  }

  private static void pem(Path file, String kind, byte[] content) throws IOException {
    String body =
        Base64.getMimeEncoder(PEM_LINE, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }
}
