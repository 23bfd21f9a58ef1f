package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.testkit.resp.RespClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIT {

  @TempDir Path directory;

  @Test
  void tls_secondPort_speaksTls() throws Exception {
    TestAuthority authority = TestAuthority.create(directory, "authority");
    Path certificate = authority.sign("server", TestAuthority.LOCALHOST);

    try (RedisServer server =
        RedisServer.builder().tls(certificate, authority.key(), authority.certificate()).start()) {
      int port = Integer.parseInt(server.tlsUri().substring("rediss://127.0.0.1:".length()));
      assertThat(port).isNotEqualTo(server.port());
      try (Socket socket = trusting(authority).getSocketFactory().createSocket("127.0.0.1", port)) {
        socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] answer = socket.getInputStream().readNBytes("+PONG\r\n".length());
        assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("+PONG\r\n");
      }
      assertThat(server.admin().text("PING")).isEqualTo("PONG");
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> RespClient.connect(server.tlsUri()))
          .withRootCauseInstanceOf(CertPathBuilderException.class);
    }
  }

  @Test
  void tlsUri_withoutTls_isRefused() {
    try (RedisServer server = RedisServer.start()) {
      assertThatIllegalStateException()
          .isThrownBy(server::tlsUri)
          .withMessageContaining("without TLS");
    }
  }

  private static SSLContext trusting(TestAuthority authority)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(authority.certificate())) {
      trusted.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }
}
