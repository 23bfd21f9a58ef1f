package io.holdfast.lock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestAuthority;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS, whose authority Java does not know, and that asks for certificates. */
@TestInstance(Lifecycle.PER_CLASS)
class TlsCommandsIT {

  @TempDir static Path directory;

  private TestAuthority authority;
  private Path certificate;
  private RedisServer server;

  @BeforeAll
  void start() {
    authority = TestAuthority.create(directory, "authority");
    certificate = authority.sign("both", TestAuthority.LOCALHOST);
    server =
        RedisServer.builder()
            .tls(certificate, authority.key(), authority.certificate())
            .directive("tls-auth-clients", "yes")
            .start();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private CommandLineRun holdfast(String command, String... words) {
    List<String> all = new ArrayList<>(List.of(command, "--redis", server.tlsUri(), "--tls-ca"));
    all.add(authority.certificate().toString());
    all.addAll(List.of(words));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  @Test
  void commands_withAuthorityAndCertificate_work() {
    String cert = certificate.toString();
    String key = authority.key().toString();

    CommandLineRun run =
        holdfast("run", "--tls-cert", cert, "--tls-key", key, "--lock", "a", "--", "true");
    CommandLineRun ls = holdfast("ls", "--tls-cert", cert, "--tls-key", key);
    CommandLineRun inspect = holdfast("inspect", "--tls-cert", cert, "--tls-key", key, "a");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(ls.status()).as(ls.err()).isZero();
    assertThat(inspect.status()).as(inspect.err()).isZero();
  }

  @Test
  void run_withoutCertificate_saysThatTheServerAsksForOne() {
    CommandLineRun run = holdfast("run", "--lock", "a", "--", "true");

    assertThat(run.status()).isEqualTo(ExitStatus.UNAVAILABLE);
    assertThat(run.err()).contains("a client certificate").doesNotContain("\tat ");
  }

  @Test
  void ls_filesThatDoNotGoTogether_isUsageError() {
    CommandLineRun alone = holdfast("ls", "--tls-cert", certificate.toString());
    CommandLineRun missing = CommandLineRun.of("ls", "--redis", server.tlsUri(), "--tls-ca", "no");
    CommandLineRun plain =
        CommandLineRun.of("ls", "--redis", server.uri(), "--tls-ca", certificate.toString());

    for (CommandLineRun run : List.of(alone, missing, plain)) {
      assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    }
    assertThat(alone.err()).contains("--tls-key");
    assertThat(missing.err()).contains("--tls-ca", "'no'");
    assertThat(plain.err()).contains("rediss://");
  }
}
