package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.server.RedisServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS with a certificate that nobody has vouched for. */
class TlsIT {

  private static final char[] PASSWORD = "changeit".toCharArray();

  /** Opening a client may take a minute. */
  private static final HoldfastSettings PATIENT =
      HoldfastSettings.builder()
          .claimLease(Duration.ofMinutes(5))
          .commandTimeout(Duration.ofMinutes(1))
          .build();

  @TempDir Path directory;

  private RedisServer start() throws Exception {
    KeyStore keys = selfSigned();
    Path certificate = pem("server.crt", "CERTIFICATE", keys.getCertificate("server").getEncoded());
    Path key = pem("server.key", "PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded());
    return RedisServer.builder().tls(certificate, key, certificate).start();
  }

  @Test
  @DisplayName("failure 40: a certificate that is not trusted")
  void connect_certificateNotTrusted_isToldAtOnce() throws Exception {
    try (RedisServer server = start()) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> HoldfastClient.connect(PATIENT, server.tlsUri()))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("127.0.0.1");
      // Not when its patience is over. The first use of TLS loads many classes.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
    }
  }

  @Test
  @DisplayName("failure 96: a client that is opened in the background trusts no certificate")
  void calls_certificateNotTrusted_tellIt() throws Exception {
    HoldfastSettings settings = HoldfastSettings.builder().connectInBackground().build();
    try (RedisServer server = start();
        HoldfastClient client = HoldfastClient.connect(settings, server.tlsUri())) {
      eventually()
          .expect(
              "the reason",
              () -> String.valueOf(catchThrowable(client.lock("tls")::inspect)),
              said -> said.contains("not connected: ") && said.contains("PKIX"));
    }
  }

  @Test
  void lock_overTls_works() throws Exception {
    ClientResources resources = DefaultClientResources.create();
    try (RedisServer server = start()) {
      RedisURI uri = RedisURI.create(server.tlsUri());
      uri.setVerifyPeer(false);
      try (HoldfastClient client = HoldfastClient.using(resources, PATIENT, uri)) {
        client.lock("tls").lock();
        assertThat(server.keys("holdfast:lock:*")).hasSize(1);
        client.lock("tls").unlock();
      }
    } finally {
      resources.shutdown().get();
    }
  }

  private static void assertRefused(HoldfastSettings.Builder settings, String uri, String hint) {
    assertThatThrownBy(() -> HoldfastClient.connect(settings.build(), uri))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("127.0.0.1")
        .hasMessageContaining(hint);
  }

  @Test
  @DisplayName("failure 160: a plain URI leads to a port that speaks TLS")
  void connect_plainToATlsPort_namesTheLikelyCause() throws Exception {
    try (RedisServer server = start()) {
      String uri = server.tlsUri().replace("rediss://", "redis://");
      String hint = "if this port speaks TLS, the URI has to begin with rediss://";
      assertRefused(HoldfastSettings.builder(), uri, hint);
      assertRefused(HoldfastSettings.builder().cluster(), uri, hint);
    }
  }

  @Test
  @DisplayName("failure 160: a URI of TLS leads to a port that does not speak it")
  void connect_tlsToAPlainPort_namesTheLikelyCause() {
    try (RedisServer server = RedisServer.start()) {
      String uri = "rediss://127.0.0.1:" + server.port();
      String hint = "if this port does not speak TLS, the URI has to begin with redis://";
      assertRefused(HoldfastSettings.builder(), uri, hint);
      assertRefused(HoldfastSettings.builder().cluster(), uri, hint);
    }
  }

  @Test
  @DisplayName("failure 160: what has another cause is not blamed on the scheme of the URI")
  void connect_otherCauses_haveNoHint() throws Exception {
    try (RedisServer server = start()) {
      for (String uri : List.of(server.tlsUri(), "rediss://127.0.0.1:1", "redis://127.0.0.1:1")) {
        assertThatThrownBy(() -> HoldfastClient.connect(uri))
            .isInstanceOf(LockServerException.class)
            .hasMessageNotContaining("the URI has to begin");
      }
    }
  }

  private KeyStore selfSigned() throws Exception {
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
}
