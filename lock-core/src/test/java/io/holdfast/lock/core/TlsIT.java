package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestAuthority;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that speak TLS, with certificates of an authority that only this test knows. */
class TlsIT {

  @TempDir static Path directory;

  private static TestAuthority ours;
  private static TestAuthority another;
  private static Path certificate;
  private static Path strange;
  private static Path expired;

  @BeforeAll
  static void makeAuthorities() {
    ours = TestAuthority.create(directory, "ours");
    another = TestAuthority.create(directory, "another");
    certificate = ours.sign("server", TestAuthority.LOCALHOST);
    strange = another.sign("client");
    expired = ours.signExpired("expired", TestAuthority.LOCALHOST); // of servers and clients
  }

  /** Clients need no certificate. */
  private static RedisServer start(Path ofServer) {
    return RedisServer.builder().tls(ofServer, ours.key(), ours.certificate()).start();
  }

  private static RedisServer startWithClientCertificates() {
    return RedisServer.builder()
        .tls(certificate, ours.key(), ours.certificate())
        .directive("tls-auth-clients", "yes")
        .start();
  }

  private static SslOptions.Builder trusting(TestAuthority authority) {
    return SslOptions.builder().jdkSslProvider().trustManager(authority.certificate().toFile());
  }

  /** Opening a client may take a minute. */
  private static HoldfastSettings.Builder patient() {
    return HoldfastSettings.builder()
        .claimLease(Duration.ofMinutes(5))
        .commandTimeout(Duration.ofMinutes(1));
  }

  private static HoldfastSettings patient(SslOptions.Builder ssl) {
    return patient().ssl(ssl.build()).build();
  }

  private static void isRefused(HoldfastSettings settings, String uri, String why) {
    long start = System.nanoTime();
    assertThatThrownBy(() -> HoldfastClient.connect(settings, uri))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("127.0.0.1")
        .hasMessageContaining(why);
    // Not when its patience is over. The first use of TLS loads many classes.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
  }

  // ---- the server's certificate

  @Test
  @DisplayName("failure 40: a certificate that is not trusted")
  void connect_certificateNotTrusted_isToldAtOnce() {
    try (RedisServer server = start(certificate)) {
      isRefused(patient().build(), server.tlsUri(), "signed by an authority that is not trusted");
    }
  }

  @Test
  @DisplayName("failure 96: a client that is opened in the background trusts no certificate")
  void calls_certificateNotTrusted_tellIt() {
    HoldfastSettings settings = HoldfastSettings.builder().connectInBackground().build();
    try (RedisServer server = start(certificate);
        HoldfastClient client = HoldfastClient.connect(settings, server.tlsUri())) {
      eventually()
          .expect(
              "the reason",
              () -> String.valueOf(catchThrowable(client.lock("tls")::inspect)),
              said -> said.contains("not connected: ") && said.contains("PKIX"));
    }
  }

  @Test
  @DisplayName("failure 169: the settings trust another authority")
  void connect_anotherAuthorityTrusted_saysSo() {
    try (RedisServer server = start(certificate)) {
      isRefused(
          patient(trusting(another)),
          server.tlsUri(),
          "signed by an authority that is not trusted");
    }
  }

  @Test
  @DisplayName("failure 169: the server's certificate has expired, or is not valid yet")
  void connect_certificateOutOfTime_saysSo() {
    try (RedisServer server = start(expired)) {
      isRefused(patient(trusting(ours)), server.tlsUri(), "certificate has expired");
    }
    try (RedisServer server = start(ours.signTooEarly("early", TestAuthority.LOCALHOST))) {
      isRefused(patient(trusting(ours)), server.tlsUri(), "certificate is not valid yet");
    }
  }

  @Test
  @DisplayName("failure 169: the server's certificate is for another host")
  void connect_certificateOfAnotherHost_saysSoUnlessTheUriAllowsIt() {
    try (RedisServer server = start(ours.sign("elsewhere", "san=dns:elsewhere.example"))) {
      HoldfastSettings settings = patient(trusting(ours));
      isRefused(settings, server.tlsUri(), "certificate is for another host");
      HoldfastClient.connect(settings, server.tlsUri() + "?verifyPeer=CA").close();
    }
  }

  @Test
  void lock_overTls_works() throws Exception {
    ClientResources resources = DefaultClientResources.create();
    try (RedisServer server = start(certificate);
        HoldfastClient client =
            HoldfastClient.using(
                resources, patient(trusting(ours)), RedisURI.create(server.tlsUri()))) {
      client.lock("tls").lock();
      assertThat(server.keys("holdfast:lock:*")).hasSize(1);
      client.lock("tls").unlock();
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
    try (RedisServer server = start(certificate)) {
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
    try (RedisServer server = start(certificate)) {
      for (String uri : List.of(server.tlsUri(), "rediss://127.0.0.1:1", "redis://127.0.0.1:1")) {
        assertThatThrownBy(() -> HoldfastClient.connect(uri))
            .isInstanceOf(LockServerException.class)
            .hasMessageNotContaining("the URI has to begin");
      }
    }
  }

  @Test
  void connect_filesReplaced_usesTheNewOnesForTheNextConnection() throws Exception {
    Path trusted = directory.resolve("trusted.crt");
    Files.copy(another.certificate(), trusted);
    HoldfastSettings settings = patient(SslOptions.builder().trustManager(trusted.toFile()));
    try (RedisServer server = start(certificate)) {
      isRefused(settings, server.tlsUri(), "signed by an authority that is not trusted");
      Files.copy(ours.certificate(), trusted, StandardCopyOption.REPLACE_EXISTING);
      HoldfastClient.connect(settings, server.tlsUri()).close();
    }
  }

  // ---- the client's certificate

  @Test
  void lock_withClientCertificate_worksAlsoWhenItReconnects() throws Exception {
    Path mine = ours.sign("client");
    HoldfastSettings settings =
        patient(trusting(ours).keyManager(mine.toFile(), ours.key().toFile(), null));
    try (RedisServer server = startWithClientCertificates();
        HoldfastClient one = HoldfastClient.connect(settings, server.tlsUri());
        HoldfastClient other = HoldfastClient.connect(settings, server.tlsUri())) {
      server.admin().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
      server.admin().command("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes");
      DistributedLock lock = one.lock("tls");
      Hold hold = eventually().expect("a hold", lock::acquire, Hold::isValid);
      CompletableFuture<Hold> waiting = other.lock("tls").acquireAsync();
      eventually().isTrue("queued", () -> lock.inspect().queueLength() == 1);
      hold.close();
      waiting.get(60, TimeUnit.SECONDS).close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  @DisplayName("failure 169: the server wants a client certificate, and there is none")
  void connect_noClientCertificate_saysSo(String protocol) {
    try (RedisServer server = startWithClientCertificates()) {
      isRefused(
          patient(trusting(ours).protocols(protocol)), server.tlsUri(), "a client certificate");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  @DisplayName("failure 169: the client certificate is of another authority, or has expired")
  void connect_clientCertificateRefused_saysSo(String protocol) {
    try (RedisServer server = startWithClientCertificates()) {
      isRefused(
          patient(
              trusting(ours)
                  .protocols(protocol)
                  .keyManager(strange.toFile(), another.key().toFile(), null)),
          server.tlsUri(),
          "client certificate");
      isRefused(
          patient(
              trusting(ours)
                  .protocols(protocol)
                  .keyManager(expired.toFile(), ours.key().toFile(), null)),
          server.tlsUri(),
          "the client certificate has expired");
    }
  }

  // ---- settings

  @ParameterizedTest
  @ValueSource(
      strings = {"redis://127.0.0.1:1", "redis-sentinel://127.0.0.1:1#main", "redis-socket:///x"})
  @DisplayName("failure 169: options for TLS, and a URI without it")
  void connect_uriWithoutTls_isRefused(String uri) {
    assertThatThrownBy(() -> HoldfastClient.connect(patient(trusting(ours)), uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(uri)
        .hasMessageContaining("does not use TLS");
  }

  @Test
  void lock_onAClusterOverTls_works() {
    HoldfastSettings settings =
        patient().ssl(trusting(ours).build()).cluster().clientLabel("tls-cluster").build();
    try (RedisServer server =
        RedisServer.builder()
            .tls(certificate, ours.key(), ours.certificate())
            .directive("cluster-enabled", "yes")
            .directive("tls-cluster", "yes")
            .start()) {
      ClusterIT.takeAllSlots(server);
      try (HoldfastClient client = HoldfastClient.connect(settings, server.tlsUri())) {
        client.lock("tls").lock();
        assertThat(server.keys("holdfast:lock:*")).hasSize(1);
        client.lock("tls").unlock();
      }
    }
  }
}
