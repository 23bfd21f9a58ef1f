package io.holdfast.examples.shop;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes of the packaged application, at one Redis server and one database. */
@Timeout(600)
class ShopIT {

  private static final String LONG = "holdfast.lease=10m";
  private static final Duration SHORT = Duration.ofSeconds(10);

  @TempDir private static Path directory;

  private static RedisServer redis;
  private static Server database;
  private static HoldfastClient observer;
  private static Instance other; // lives as long as the class: a start takes long

  private final List<Instance> instances = new ArrayList<>();

  @BeforeAll
  static void startServers() throws Exception {
    System.setProperty("h2.bindAddress", "127.0.0.1");
    database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    redis = RedisServer.start();
    observer = HoldfastClient.connect(redis.uri());
    other = startProcess("other", LONG, "holdfast.annotations.wait-at-most=2m"); // makes the table
    other.ready();
  }

  @AfterEach
  void stopInstances() {
    instances.forEach(Instance::close);
    redis.thaw(); // one that a failed test leaves frozen
    redis.admin().command("FLUSHALL"); // what a failed test leaves held
  }

  @AfterAll
  static void stopAll() throws Exception {
    for (AutoCloseable one : Arrays.asList(other, observer, redis, database::stop)) {
      if (one != null) { // a start may have failed
        one.close();
      }
    }
  }

  private static Instance startProcess(String label, String... more) {
    List<String> properties = new ArrayList<>(List.of(more));
    properties.add("holdfast.url=" + redis.uri());
    properties.add("holdfast.client-label=" + label);
    properties.add(
        "spring.datasource.url=jdbc:h2:tcp://127.0.0.1:%s/mem:%s;DB_CLOSE_DELAY=-1"
            .formatted(database.getPort(), directory.getFileName())); // it outlives the test
    return Instance.start(directory.resolve(label + ".log"), properties.toArray(new String[0]));
  }

  private Instance start(String label, String... more) {
    Instance instance = startProcess(label, more);
    instances.add(instance);
    return instance;
  }

  private static DistributedLock tea() {
    return observer.lock("stock:tea");
  }

  private static void holds(String label) {
    eventually()
        .isTrue(
            label + " holds the lock",
            () ->
                tea()
                    .inspect()
                    .holder()
                    .map(LockInspection.Holder::clientLabel)
                    .filter(label::equals)
                    .isPresent());
  }

  private static void isWaitedFor() {
    eventually().isTrue("one waits", () -> tea().inspect().queueLength() == 1);
  }

  private static HttpResponse<String> answer(CompletableFuture<HttpResponse<String>> request)
      throws Exception {
    return request.get(60, TimeUnit.SECONDS);
  }

  @Test
  void sell_twoInstancesAtOnce_sellsEachPieceOnce() throws Exception {
    Instance one = start("one").ready();
    int pieces = Integer.parseInt(one.get("/stock/tea"));
    List<CompletableFuture<HttpResponse<String>>> sales = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      sales.add(one.post("/stock/tea/sales"));
      sales.add(other.post("/stock/tea/sales"));
    }
    List<String> left = new ArrayList<>();
    for (CompletableFuture<HttpResponse<String>> sale : sales) {
      assertThat(answer(sale).statusCode()).isEqualTo(200);
      left.add(answer(sale).body());
    }
    assertThat(left).doesNotHaveDuplicates();
    assertThat(one.get("/stock/tea")).isEqualTo(String.valueOf(pieces - 40));
    assertThat(one.get("/actuator/prometheus"))
        .contains(
            "holdfast_acquire_seconds_count{client=\"one\",kind=\"plain\",lock=\"stock\",outcome=\"acquired\"} 20");
    assertThat(one.get("/actuator/health/holdfast")).contains("\"status\":\"UP\"");
  }

  @Test
  void health_serverFrozenAndThawed_isDownAndUpAgain() {
    eventually()
        .expect("UP", () -> other.get("/actuator/health/holdfast"), all -> all.contains("\"UP\""));
    redis.freeze();
    eventually()
        .expect(
            "DOWN", () -> other.get("/actuator/health/holdfast"), all -> all.contains("\"DOWN\""));
    redis.thaw();
    eventually()
        .expect("UP", () -> other.get("/actuator/health/holdfast"), all -> all.contains("\"UP\""));
  }

  @Test
  void sigterm_lockHeld_isFreedAtOnce() throws Exception {
    Instance holder =
        start("holder", LONG, "spring.lifecycle.timeout-per-shutdown-phase=1s").ready();
    holder.post("/stock/tea/counts?seconds=600");
    holds("holder");
    CompletableFuture<HttpResponse<String>> sale = other.post("/stock/tea/sales");
    isWaitedFor();
    holder.terminate();
    // with a lease of ten minutes nothing but a release can let the other go on
    assertThat(answer(sale).statusCode()).isEqualTo(200);
    assertThat(holder.exitValue()).isEqualTo(128 + 15);
  }

  @Test
  void sigterm_requestEndsInTime_isAnsweredBeforeTheLockIsFreed() throws Exception {
    Instance holder = start("holder", LONG).ready();
    CompletableFuture<HttpResponse<String>> count = holder.post("/stock/tea/counts?seconds=5");
    holds("holder");
    holder.terminate();
    assertThat(answer(count).body()).isEqualTo(other.get("/stock/tea"));
    assertThat(holder.exitValue()).isEqualTo(128 + 15);
    assertThat(tea().isLocked()).isFalse();
  }

  @Test
  void sigkill_lockHeld_isFreedWhenItsLeaseEnds() throws Exception {
    Instance holder = start("holder", "holdfast.lease=" + SHORT.toSeconds() + "s").ready();
    holder.post("/stock/tea/counts?seconds=600");
    holds("holder");
    CompletableFuture<HttpResponse<String>> sale = other.post("/stock/tea/sales");
    isWaitedFor();
    holder.kill();
    assertThat(holder.exitValue()).isEqualTo(128 + 9);
    LockInspection.Holder dead = tea().inspect().holder().orElseThrow();
    assertThat(dead.clientLabel()).isEqualTo("holder");
    assertThat(dead.remaining()).isPositive().isLessThanOrEqualTo(SHORT);
    assertThat(sale).isNotDone();
    assertThat(answer(sale).statusCode()).isEqualTo(200);
  }
}
