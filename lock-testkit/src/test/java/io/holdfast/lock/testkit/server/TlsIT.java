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
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIT {

  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir Path directory;

  @Test
  void tls_secondPort_speaksTls() throws Exception {
    KeyStore keys = selfSigned();
    Path certificate = pem("server.crt", "CERTIFICATE", keys.getCertificate("server").getEncoded());
    Path key = pem("server.key", "PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded());

    try (RedisServer server = RedisServer.builder().tls(certificate, key, certificate).start()) {
      int port = Integer.parseInt(server.tlsUri().substring("rediss://127.0.0.1:".length()));
      assertThat(port).isNotEqualTo(server.port());
      try (Socket socket = trusting(keys).getSocketFactory().createSocket("127.0.0.1", port)) {
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

  private KeyStore selfSigned() throws IOException, InterruptedException, GeneralSecurityException {
    Path store = directory.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-validity",
                "2",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private Path pem(String file, String kind, byte[] content) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        directory.resolve(file),
        "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }

  private static SSLContext trusting(KeyStore keys) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }
}
