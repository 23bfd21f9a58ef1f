package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.lock.testkit.server.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The endpoint and the health of a running application, by HTTP. */
class EndpointIT {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {}

  private static RedisServer server;
  private static ConfigurableApplicationContext application;

  private static ConfigurableApplicationContext start(String... arguments) {
    String[] common = {
      "--server.port=0",
      "--spring.jmx.enabled=false",
      "--spring.main.banner-mode=off",
      "--spring.application.name=shop",
      "--spring.data.redis.port=" + server.port(),
      "--management.endpoints.web.exposure.include=holdfast,health",
      "--management.endpoint.health.show-details=always",
      "--management.endpoint.health.probes.enabled=true"
    };
    String[] all = Arrays.copyOf(common, common.length + arguments.length);
    System.arraycopy(arguments, 0, all, common.length, arguments.length);
    return SpringApplication.run(Shop.class, all);
  }

  @BeforeAll
  static void startShop() {
    server = RedisServer.start();
    application = start();
  }

  @AfterAll
  static void stopShop() {
    application.close();
    server.close();
  }

  private static HttpResponse<String> call(
      ConfigurableApplicationContext context, String method, String path) throws Exception {
    String port = context.getEnvironment().getRequiredProperty("local.server.port");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator" + path))
            .method(method, BodyPublishers.noBody())
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  private static String get(String path) throws Exception {
    HttpResponse<String> response = call(application, "GET", path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  @Test
  void get_held_hasHoldsAndStatus() throws Exception {
    try (Hold hold = application.getBean(FairLocks.class).get("order:42").acquire()) {
      assertThat(get("/holdfast"))
          .contains("\"kind\":\"fair\"", "\"name\":\"order:42\"", "\"token\":" + hold.token())
          .contains("\"clientLabel\":\"shop@", "\"keyPrefix\":\"holdfast\"", "\"held\":1")
          .contains("\"nodes\":[]");
    }
  }

  @Test
  void getLock_heldAndFree_tellsTheHolder() throws Exception {
    try (Hold hold = application.getBean(HoldfastClient.class).lock("order/43").acquire()) {
      assertThat(get("/holdfast/plain/order/43"))
          .contains("\"name\":\"order/43\"", "\"ours\":true", "\"token\":" + hold.token());
      assertThat(get("/holdfast/fair/order/43")).doesNotContain("\"ours\"");
    }
    assertThat(get("/holdfast/write/order/43")).contains("\"queueLength\":0");
  }

  @Test
  void getLock_unknownKind_isNotFound() throws Exception {
    HttpResponse<String> response = call(application, "GET", "/holdfast/other/x");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains("'other'", "plain", "fair", "read", "write");
  }

  @Test
  void getLock_nameTooLong_isABadRequest() throws Exception {
    HttpResponse<String> response = call(application, "GET", "/holdfast/plain/" + "x".repeat(1025));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("\"error\":", "1024");
  }

  @Test
  void getLock_serverAway_isUnavailable() throws Exception {
    RedisServer away = RedisServer.start();
    try (ConfigurableApplicationContext other =
        start(
            "--holdfast.url=" + away.uri(),
            "--holdfast.command-timeout=200ms",
            "--holdfast.unreachable-limit=500ms",
            "--management.endpoint.holdfast.access=unrestricted")) {
      assertThat(call(other, "GET", "/holdfast/plain/order:46").statusCode()).isEqualTo(200);
      away.close();
      for (String method : new String[] {"GET", "DELETE"}) {
        HttpResponse<String> response = call(other, method, "/holdfast/plain/order:46");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
        assertThat(response.body()).contains("\"error\":", "order:46");
      }
      assertThat(call(other, "GET", "/holdfast").statusCode()).isEqualTo(200);
    } finally {
      away.close();
    }
  }

  @Test
  void overview_quorumOnly_hasTheNodesAndNoClient() throws Exception {
    try (RedisServer a = RedisServer.start();
        RedisServer b = RedisServer.start();
        RedisServer c = RedisServer.start();
        ConfigurableApplicationContext quorum =
            start(
                "--spring.autoconfigure.exclude=" + DataRedisAutoConfiguration.class.getName(),
                "--holdfast.quorum.nodes=" + String.join(",", a.uri(), b.uri(), c.uri()),
                "--holdfast.quorum.quarantine=false")) {
      assertThat(quorum.getBeansOfType(HoldfastClient.class)).isEmpty();
      try (Hold hold = quorum.getBean(RedLocks.class).get("order:47").acquire()) {
        assertThat(call(quorum, "GET", "/holdfast").body())
            .contains("\"nodes\":[{\"server\":\"" + a.uri(), b.uri(), c.uri())
            .contains("\"commands\":\"up\"", "\"kind\":\"quorum\"", "\"name\":\"order:47\"")
            .contains("\"status\":null");
        assertThat(call(quorum, "GET", "/holdfast/quorum/order:47").body())
            .contains("\"ours\":true", "\"token\":" + hold.token());
      }
      assertThat(call(quorum, "GET", "/holdfast/quorum/order:47").body()).doesNotContain("ours");
      assertThat(call(quorum, "GET", "/holdfast/plain/order:47").statusCode()).isEqualTo(404);
      assertThat(call(quorum, "GET", "/health/holdfastQuorum").body())
          .contains("\"status\":\"UP\"", "\"majority\":2");
    }
  }

  @Test
  void deleteLock_accessByDefault_isRefused() throws Exception {
    try (Hold hold = application.getBean(HoldfastClient.class).lock("order:44").acquire()) {
      assertThat(call(application, "DELETE", "/holdfast/plain/order:44").statusCode())
          .isEqualTo(405);
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void deleteLock_accessUnrestricted_takesItAway() throws Exception {
    Hold hold = application.getBean(HoldfastClient.class).lock("order:45").acquire();
    try (ConfigurableApplicationContext open =
        start("--management.endpoint.holdfast.access=unrestricted")) {
      HttpResponse<String> response = call(open, "DELETE", "/holdfast/plain/order:45");
      assertThat(response.body()).isEqualTo("{\"unlocked\":true}");
    }
    assertThat(get("/holdfast/plain/order:45")).doesNotContain("\"ours\"");
    assertThatThrownBy(hold::close)
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("released by force");
  }

  @Test
  void health_running_isUpAndNotInTheProbes() throws Exception {
    assertThat(get("/health/holdfast")).contains("\"status\":\"UP\"", "\"mode\":\"standalone\"");
    assertThat(get("/health/readiness")).doesNotContain("holdfast");
    assertThat(get("/health/liveness")).doesNotContain("holdfast");
  }
}
