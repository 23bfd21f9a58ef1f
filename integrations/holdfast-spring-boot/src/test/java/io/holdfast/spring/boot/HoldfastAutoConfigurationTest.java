package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.lock.semaphore.Semaphores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which beans there are. Clients connect in the background, so no server is needed. */
class HoldfastAutoConfigurationTest {

  private static final String QUORUM = "holdfast.quorum.nodes=redis://a:1,redis://b:1,redis://c:1";

  private final ApplicationContextRunner runner = Contexts.runner();

  private static ContextConsumer<AssertableApplicationContext> server(String expected) {
    return context ->
        assertThat(context.getBean(HoldfastClient.class).status().server()).isEqualTo(expected);
  }

  // ---- the client

  @Test
  void client_nothingSet_isOfThisMachine() {
    Contexts.bare()
        .run(
            context -> {
              server("redis://localhost:6379").accept(context);
              assertThat(context.getBean(HoldfastConnectionDetails.class).getSource())
                  .contains("neither holdfast.url nor spring.data.redis is set");
            });
  }

  @Test
  void client_dataRedisWithoutProperties_isOfThisMachine() {
    runner.run(server("redis://localhost:6379"));
  }

  @Test
  void client_disabled_isNotThere() {
    runner
        .withPropertyValues("holdfast.enabled=false", "holdfast.quorum.nodes=redis://a,redis://b")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(HoldfastClient.class)
                    .doesNotHaveBean(HoldfastConnectionDetails.class)
                    .doesNotHaveBean(FairLocks.class)
                    .doesNotHaveBean(RedLocks.class)
                    .doesNotHaveBean(KindOfLocks.class)
                    .doesNotHaveBean(HoldfastHealthIndicator.class)
                    .doesNotHaveBean(HoldfastEndpoint.class));
  }

  @Test
  void client_ofTheApplication_isTheOnlyOne() {
    runner
        .withUserConfiguration(OwnClient.class)
        .run(
            context -> {
              assertThat(context).hasSingleBean(HoldfastClient.class);
              assertThat(context.getBean(HoldfastClient.class).status().keyPrefix())
                  .isEqualTo("own");
              assertThat(context).hasSingleBean(FairLocks.class);
            });
  }

  @Test
  void client_ofTheApplication_isIndifferentToDataRedis() {
    runner
        .withUserConfiguration(OwnClient.class)
        .withPropertyValues("spring.data.redis.masterreplica.nodes=a:1,b:2")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(HoldfastClient.class));
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnClient {
    @Bean
    HoldfastClient own() {
      return HoldfastClient.connect(
          HoldfastSettings.builder().connectInBackground().keyPrefix("own").build(),
          "redis://localhost:1");
    }
  }

  @Test
  void client_contextClosed_isClosed() {
    HoldfastClient[] seen = new HoldfastClient[1];
    runner.run(context -> seen[0] = context.getBean(HoldfastClient.class));
    assertThat(seen[0].status().commands().state().name()).isEqualTo("CLOSED");
  }

  @Test
  void client_properties_areItsSettings() {
    runner
        .withPropertyValues(
            "holdfast.key-prefix=shop", "holdfast.client-label=till-1", "holdfast.lease=20s")
        .run(
            context -> {
              assertThat(context.getBean(HoldfastClient.class).status().keyPrefix())
                  .isEqualTo("shop");
              assertThat(context.getBean(HoldfastClient.class).status().clientLabel())
                  .isEqualTo("till-1");
            });
  }

  @Test
  void client_applicationName_isInItsLabel() {
    runner
        .withPropertyValues("spring.application.name=orders")
        .run(
            context ->
                assertThat(context.getBean(HoldfastClient.class).status().clientLabel())
                    .startsWith("orders@")
                    .endsWith("/" + ProcessHandle.current().pid()));
  }

  @Test
  void client_customizer_hasTheLastWord() {
    runner
        .withPropertyValues("holdfast.key-prefix=shop")
        .withBean(
            HoldfastSettingsCustomizer.class, () -> settings -> settings.keyPrefix("customized"))
        .run(
            context ->
                assertThat(context.getBean(HoldfastClient.class).status().keyPrefix())
                    .isEqualTo("customized"));
  }

  // ---- where the server is

  @Test
  void server_url_winsOverDataRedis() {
    runner
        .withPropertyValues("holdfast.url=redis://own:1", "spring.data.redis.host=other")
        .run(
            context -> {
              server("redis://own:1").accept(context);
              assertThat(context.getBean(HoldfastConnectionDetails.class).getSource())
                  .isEqualTo("holdfast.url");
            });
  }

  @Test
  void server_url_detailsOfDataRedisAreNotAsked() {
    Contexts.bare()
        .withPropertyValues("holdfast.url=redis://own:1")
        .withBean(
            DataRedisConnectionDetails.class,
            () ->
                new DataRedisConnectionDetails() {
                  @Override
                  public Standalone getStandalone() {
                    throw new AssertionError("asked");
                  }

                  @Override
                  public SslBundle getSslBundle() {
                    throw new AssertionError("asked");
                  }
                })
        .run(server("redis://own:1"));
  }

  @Test
  void server_emptyUrl_isOfDataRedis() {
    runner
        .withPropertyValues("holdfast.url=", "spring.data.redis.host=other")
        .run(server("redis://other:6379"));
  }

  @Test
  void server_urlWithLogIn_logsIn() {
    runner
        .withPropertyValues("holdfast.url=redis://own:1/2", "holdfast.password=secret")
        .run(server("redis://***@own:1/2"));
  }

  @Test
  void server_detailsOfTheApplication_win() {
    runner
        .withPropertyValues("holdfast.url=redis://own:1")
        .withBean(
            HoldfastConnectionDetails.class, () -> () -> HoldfastServer.of("redis://details:2"))
        .run(server("redis://details:2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spring.data.redis.host=h;spring.data.redis.port=1 | redis://h:1",
        "spring.data.redis.host=h;spring.data.redis.database=3 | redis://h:6379/3",
        "spring.data.redis.host=h;spring.data.redis.password=secret | redis://***@h:6379",
        "spring.data.redis.host=h;holdfast.password=secret | redis://***@h:6379",
        "spring.data.redis.url=rediss://u:p@h:2/1 | rediss://***@h:2/1",
        "spring.data.redis.host=h;spring.data.redis.ssl.enabled=true | rediss://h:6379",
        "spring.data.redis.sentinel.master=m;spring.data.redis.sentinel.nodes=a:1,b:2"
            + " | redis-sentinel://a:1,b:2#m",
      })
  void server_dataRedis_isTaken(String properties, String expected) {
    runner.withPropertyValues(properties.split(";")).run(server(expected));
  }

  @Test
  void server_dataRedisCluster_isACluster() {
    runner
        .withPropertyValues(
            "spring.data.redis.cluster.nodes=a:1,b:2", "holdfast.cluster.refresh.period=30s")
        .run(
            context ->
                assertThat(context.getBean(HoldfastClient.class).status().mode().name())
                    .isEqualTo("CLUSTER"));
  }

  @Test
  void server_urlOfACluster_isACluster() {
    runner
        .withPropertyValues("holdfast.url=redis://a:1", "holdfast.cluster.enabled=true")
        .run(
            context ->
                assertThat(context.getBean(HoldfastClient.class).status().mode().name())
                    .isEqualTo("CLUSTER"));
  }

  // ---- kinds

  @Test
  void kinds_modulesThere_areBeans() {
    runner.run(
        context ->
            assertThat(context)
                .hasSingleBean(FairLocks.class)
                .hasSingleBean(ReadWriteLocks.class)
                .hasSingleBean(Semaphores.class)
                .doesNotHaveBean(RedLocks.class));
  }

  @Test
  void kinds_modulesMissing_areLeftOut() {
    runner
        .withClassLoader(
            new FilteredClassLoader(
                FairLocks.class, ReadWriteLocks.class, Semaphores.class, RedLocks.class))
        .withPropertyValues("holdfast.quorum.nodes=redis://a:1,redis://b:1,redis://c:1")
        .run(
            context -> {
              assertThat(context).hasNotFailed().hasSingleBean(HoldfastClient.class);
              assertThat(context.getBeansOfType(KindOfLocks.class)).hasSize(1);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "holdfast.quorum.nodes=redis://a:1,redis://b:1,redis://c:1",
        "holdfast.quorum.nodes[0]=redis://a:1;holdfast.quorum.nodes[1]=redis://b:1"
      })
  void kinds_quorumNodes_areRedLocks(String nodes) {
    runner
        .withPropertyValues(nodes.split(";"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(RedLocks.class));
  }

  @Test
  void kinds_quorumNodesAndNoOtherServer_isNoClientOfThisMachine() {
    Contexts.bare()
        .withPropertyValues("holdfast.quorum.nodes=redis://a:1,redis://b:1,redis://c:1")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(RedLocks.class)
                    .doesNotHaveBean(HoldfastClient.class)
                    .doesNotHaveBean(FairLocks.class)
                    .doesNotHaveBean(HoldfastHealthIndicator.class)
                    .hasSingleBean(QuorumHealthIndicator.class));
  }

  @Test
  void kinds_quorumNodesAndAnotherServer_areBoth() {
    String nodes = "holdfast.quorum.nodes=redis://a:1,redis://b:1,redis://c:1";
    Contexts.bare()
        .withPropertyValues(nodes, "holdfast.url=redis://own:1")
        .run(server("redis://own:1"));
    Contexts.bare()
        .withPropertyValues(nodes)
        .withBean(HoldfastConnectionDetails.class, () -> () -> HoldfastServer.of("redis://own:2"))
        .run(server("redis://own:2"));
  }

  // ---- what is not on the class path

  @Test
  void beans_withoutDataRedis_areThere() {
    runner
        .withClassLoader(new FilteredClassLoader(DataRedisConnectionDetails.class))
        .run(server("redis://localhost:6379"));
  }

  @Test
  void beans_withoutActuator_areThere() {
    runner
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.boot.actuate", "org.springframework.boot.health"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HoldfastClient.class)
                    .doesNotHaveBean("holdfastHealthIndicator")
                    .doesNotHaveBean("holdfastEndpoint"));
  }

  @Test
  void beans_withoutHealth_areThere() {
    runner
        .withClassLoader(new FilteredClassLoader(HealthIndicator.class))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HoldfastClient.class)
                    .doesNotHaveBean("holdfastHealthIndicator"));
  }

  @Test
  void beans_withoutHoldfast_areNotThere() {
    runner
        .withClassLoader(new FilteredClassLoader("io.holdfast.lock"))
        .run(
            context -> assertThat(context).hasNotFailed().doesNotHaveBean("holdfastClientFactory"));
  }

  // ---- health and endpoint

  @Test
  void health_byDefault_isThere() {
    runner.run(context -> assertThat(context).hasSingleBean(HoldfastHealthIndicator.class));
  }

  @Test
  void health_disabled_isNotThere() {
    runner
        .withPropertyValues("management.health.holdfast.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HoldfastHealthIndicator.class));
  }

  @Test
  void health_quorumNodes_isThereForThemToo() {
    runner.run(context -> assertThat(context).doesNotHaveBean(QuorumHealthIndicator.class));
    runner
        .withPropertyValues(QUORUM)
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(HoldfastHealthIndicator.class)
                    .hasBean("holdfastQuorumHealthIndicator"));
  }

  @Test
  void health_ofTheQuorumDisabled_isNotThere() {
    runner
        .withPropertyValues(QUORUM, "management.health.holdfast-quorum.enabled=false")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(HoldfastHealthIndicator.class)
                    .doesNotHaveBean(QuorumHealthIndicator.class));
  }

  @Test
  void endpoint_notExposed_isNotThere() {
    runner.run(context -> assertThat(context).doesNotHaveBean(HoldfastEndpoint.class));
  }

  @Test
  void endpoint_exposed_isThere() {
    runner
        .withPropertyValues("management.endpoints.web.exposure.include=holdfast")
        .run(context -> assertThat(context).hasSingleBean(HoldfastEndpoint.class));
  }

  @Test
  void endpoint_quorumNodesAndNoOtherServer_isThere() {
    Contexts.bare()
        .withPropertyValues(QUORUM, "management.endpoints.web.exposure.include=holdfast")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(HoldfastEndpoint.class)
                    .doesNotHaveBean(HoldfastClient.class));
  }

  @Test
  void endpoint_noAccess_isNotThere() {
    runner
        .withPropertyValues(
            "management.endpoints.web.exposure.include=holdfast",
            "management.endpoint.holdfast.access=NONE")
        .run(context -> assertThat(context).doesNotHaveBean(HoldfastEndpoint.class));
  }

  // ---- secrets

  @Test
  void properties_toString_hasNoSecret() {
    runner
        .withPropertyValues(
            "holdfast.url=redis://me:sesame@own:1",
            "holdfast.password=sesame",
            "holdfast.quorum.nodes=redis://:sesame@a:1")
        .run(
            context -> {
              assertThat(context.getBean(HoldfastProperties.class))
                  .hasToString("HoldfastProperties[keyPrefix=holdfast, connect=BACKGROUND]");
              assertThat(context.getBean(HoldfastProperties.class).quorum().toString())
                  .doesNotContain("sesame");
              assertThat(context.getBean(HoldfastConnectionDetails.class).getServer().toString())
                  .doesNotContain("sesame");
            });
  }
}
