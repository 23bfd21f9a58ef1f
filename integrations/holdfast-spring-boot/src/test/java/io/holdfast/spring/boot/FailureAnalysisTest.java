package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.LockServerException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** The report that a user reads when the application does not start. */
class FailureAnalysisTest {

  private static FailureAnalysis ofConfiguration(String... properties) {
    FailureAnalysis[] found = new FailureAnalysis[1];
    Contexts.runner()
        .withPropertyValues(properties)
        .run(
            context ->
                found[0] =
                    new HoldfastConfigurationFailureAnalyzer()
                        .analyze(context.getStartupFailure()));
    return found[0];
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "holdfast.lease=1ms | holdfast.lease: lease PT0.001S: must be from",
        "holdfast.key-prefix={x} | holdfast.key-prefix:",
        "holdfast.client-label=ü | holdfast.client-label: client label",
        "holdfast.command-timeout=5s | holdfast.claim-lease: claimLease PT5S: must be more than 2.2 times",
        "holdfast.claim-lease=5m;holdfast.retention=2m | holdfast.retention: retention PT2M: must be longer",
        "holdfast.ssl.bundle=none | holdfast.ssl.bundle: there is no SSL bundle 'none'",
        "holdfast.url=nonsense | holdfast.url: server URI",
        "spring.data.redis.masterreplica.nodes=a:1,b:2 | spring.data.redis.masterreplica.nodes: Holdfast does not support",
        "spring.data.redis.cluster.nodes=a:1;spring.data.redis.database=2 | spring.data.redis.database: The database is 2",
        "holdfast.quorum.nodes=redis://a,redis://b;holdfast.quorum.max-lease=1ms | holdfast.quorum.nodes: maxLease",
      })
  void analyze_badProperty_namesIt(String properties, String expected) {
    assertThat(ofConfiguration(properties.split(";")).getDescription())
        .startsWith("Holdfast cannot be configured. " + expected);
  }

  @Test
  void analyze_claimLeaseAgainstCommandTimeout_namesBoth() {
    assertThat(ofConfiguration("holdfast.claim-lease=4s").getAction())
        .contains("holdfast.claim-lease", "holdfast.command-timeout", "2.2 times");
  }

  @Test
  void analyze_badUrl_hasNoSecret() {
    FailureAnalysis analysis =
        ofConfiguration("holdfast.url=redis://me:sesame@", "holdfast.password=open");
    assertThat(analysis.getDescription() + analysis.getAction())
        .contains("holdfast.url")
        .doesNotContain("sesame", "open");
  }

  private static FailureAnalysis ofConnection(String message, String bundle) {
    return new HoldfastConnectFailureAnalyzer()
        .analyze(
            new HoldfastConnectException(
                new LockServerException(message, null), "holdfast.url", "shop", bundle));
  }

  @Test
  void analyze_unreachable_namesPropertyAndReason() {
    FailureAnalysis analysis = ofConnection("redis://h:1: connection refused", null);
    assertThat(analysis.getDescription()).contains("holdfast.url", "redis://h:1");
    assertThat(analysis.getAction()).contains("holdfast.connect=background");
  }

  @ParameterizedTest
  @CsvSource({"NOAUTH Authentication required", "WRONGPASS invalid username-password pair"})
  void analyze_logInRefused_namesThePassword(String message) {
    assertThat(ofConnection(message, null).getAction())
        .contains("holdfast.password", "spring.data.redis.password");
  }

  @Test
  void analyze_rightsMissing_printsTheAclLineOfTheDocumentation() throws Exception {
    String action = ofConnection("the user lacks rights: EVALSHA", null).getAction();
    assertThat(action).contains("~shop:* &shop:inbox:*");
    String documented = Files.readString(Path.of("../../docs/protocol.md"));
    String line =
        documented.substring(
            documented.indexOf("resetkeys"),
            documented.indexOf("```", documented.indexOf("resetkeys")));
    assertThat(action.replaceAll("\\s+", " "))
        .contains(line.strip().replace("holdfast:", "shop:").replaceAll("\\s+", " "));
  }

  @Test
  void analyze_certificate_namesTheBundle() {
    String message = "the server's certificate is signed by an authority that is not trusted";
    assertThat(ofConnection(message, "holdfast.ssl.bundle=redis").getAction())
        .contains("holdfast.ssl.bundle=redis");
    assertThat(ofConnection(message, null).getAction()).contains("No SSL bundle is set");
  }

  @Test
  void analyze_lettuceTooOld_namesTheProperty() {
    ClientFactory factory = new ClientFactory(null, null);
    FailureAnalysis analysis =
        new HoldfastConfigurationFailureAnalyzer()
            .analyze(
                catchThrowable(
                    () ->
                        factory.telling(
                            "holdfast.url",
                            () -> {
                              throw new IllegalStateException("Lettuce 6.5 is too old");
                            })));
    assertThat(analysis.getDescription()).contains("lettuce.version: Lettuce 6.5 is too old");
  }
}
