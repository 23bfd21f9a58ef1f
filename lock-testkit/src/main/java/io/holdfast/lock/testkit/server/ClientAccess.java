package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.process.Guard;
import io.holdfast.lock.testkit.process.Leftovers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How clients under test connect to a strictly secured server: over TLS, with certificates of an
 * authority that only the test knows, as a user with only the rights that a document lists.
 *
 * <p>With the system property {@code holdfast.test.secure} it applies to every server that this JVM
 * starts. The property names the document, which has a line {@code ACL SETUSER locker …}. Clients
 * then connect to {@link TestServer#clientUri()}; the testkit itself still uses {@link
 * TestServer#uri()}.
 *
 * @param directory where the certificates are
 * @param rights what the user may do, as {@code ACL SETUSER} takes it
 */
public record ClientAccess(Path directory, List<String> rights) {

  /** Names the document that has the rights. */
  public static final String PROPERTY = "holdfast.test.secure";

  /** Tells the JVMs that this one starts where the certificates are. */
  private static final String FILES_PROPERTY = PROPERTY + ".files";

  static final String USER = "locker";
  private static final String PASSWORD = "secret";
  private static final String COMMAND = "ACL SETUSER " + USER;
  private static final String AUTHORITY = "authority";

  /** Copies the rights. */
  public ClientAccess {
    rights = List.copyOf(rights);
  }

  /** Made when first needed, and so once. */
  private static final class OfThisJvm {
    static final Optional<ClientAccess> ACCESS =
        Optional.ofNullable(System.getProperty(PROPERTY)).map(page -> ofJvm(Path.of(page)));
  }

  /** What the system property asks for; empty if it is not set. */
  public static Optional<ClientAccess> current() {
    return OfThisJvm.ACCESS;
  }

  private static ClientAccess ofJvm(Path page) {
    String made = System.getProperty(FILES_PROPERTY);
    if (made != null) {
      return new ClientAccess(Path.of(made), rightsIn(page));
    }
    ServerDirectory parent = ServerDirectory.create("holdfast-access-");
    Leftovers.add(parent::delete);
    var unused = Guard.of(parent.path()); // never closed: it lasts as long as the JVM
    ClientAccess access = create(parent.path(), page);
    System.setProperty(FILES_PROPERTY, access.directory().toString());
    return access;
  }

  /**
   * A new authority, with a certificate for servers and one for clients.
   *
   * @param parent where they get a directory of their own, which is left to the test
   * @param page the document that has the rights
   */
  public static ClientAccess create(Path parent, Path page) {
    List<String> rights = rightsIn(page);
    TestAuthority authority = TestAuthority.create(parent, AUTHORITY);
    authority.sign("server", TestAuthority.LOCALHOST);
    authority.sign("client");
    return new ClientAccess(parent.resolve(AUTHORITY), rights);
  }

  private static List<String> rightsIn(Path page) {
    String text;
    try {
      text = Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException("-D" + PROPERTY + "=" + page + ": cannot be read", e);
    }
    int begin = text.indexOf(COMMAND);
    int end = text.indexOf("```", begin);
    if (begin < 0 || end < 0) {
      throw new IllegalStateException(
          "-D%s=%s: has no line '%s …' in a block of its own".formatted(PROPERTY, page, COMMAND));
    }
    return Arrays.stream(text.substring(begin + COMMAND.length(), end).strip().split("\\s+", -1))
        .map(word -> word.startsWith(">") ? ">" + PASSWORD : word)
        .toList();
  }

  /** The certificate of the authority, PEM. */
  public Path authority() {
    return directory.resolve("authority.crt");
  }

  /** The certificate that clients show, PEM. */
  public Path certificate() {
    return directory.resolve("client.crt");
  }

  /** The private key of that certificate, PEM, without a password. */
  public Path key() {
    return directory.resolve("key.pem");
  }

  ServerSettings.TlsFiles ofServer() {
    return new ServerSettings.TlsFiles(directory.resolve("server.crt"), key(), authority());
  }

  /** What a server's configuration has to say. */
  List<List<String>> directives() {
    List<String> user = new ArrayList<>(List.of("user", USER));
    user.addAll(rights);
    return List.of(List.of("tls-auth-clients", "yes"), user);
  }

  /** Up to and including the @ of a URI. */
  String credentials() {
    return USER + ":" + PASSWORD + "@";
  }
}
