package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user with no more rights than docs/protocol.md says are needed can use all of this module. */
@ExtendWith(RedisServerExtension.class)
class SemaphoreRightsIT {

  private String uri = "";

  @BeforeEach
  void allowWhatIsDocumented(@FreshServer RedisServer server) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "protocol.md"));
    int begin = page.indexOf("ACL SETUSER locker");
    String[] words =
        Arrays.stream(page.substring(begin, page.indexOf("```", begin)).split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .map(word -> word.startsWith(">") ? ">secret" : word)
            .toArray(String[]::new);
    assertThat(words).contains("-@all", "~holdfast:*", "+evalsha");
    server.admin().command(words);
    uri = "redis://locker:secret@127.0.0.1:" + server.port();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void documentedRights_areEnoughForASemaphore(boolean isFair) throws Exception {
    try (HoldfastClient one = HoldfastClient.connect(uri);
        HoldfastClient two = HoldfastClient.connect(uri)) {
      DistributedSemaphore first = new Semaphores(one).get("rights", 2, isFair);
      DistributedSemaphore second = new Semaphores(two).get("rights", 2, isFair);
      first.acquire(2);
      CompletableFuture<Void> acquiring = second.acquireAsync(1);
      eventually().isTrue("it waits", first::hasQueuedThreads);
      first.release(2);
      acquiring.get(60, TimeUnit.SECONDS);
      second.release();
      first.resize(5);
      assertThat(first.drainPermits()).isEqualTo(5);
      CompletableFuture<Boolean> late = first.tryAcquireAsync(3, java.time.Duration.ofMillis(50));
      assertThat(late.get(60, TimeUnit.SECONDS)).isFalse();
      assertThat(first.delete()).isTrue();
    }
  }

  @Test
  void documentedRights_areEnoughForAPool() throws Exception {
    try (HoldfastClient one = HoldfastClient.connect(uri);
        HoldfastClient two = HoldfastClient.connect(uri)) {
      PermitPool first = new Semaphores(one).pool("rights", 2);
      Permit permit = first.acquire(2);
      CompletableFuture<Permit> acquiring = new Semaphores(two).pool("rights", 2).acquireAsync();
      eventually().isTrue("it waits", () -> first.inspect().queueLength() == 1);
      permit.close();
      acquiring.get(60, TimeUnit.SECONDS).close();
      first.resize(3);
      assertThat(first.reset()).isTrue();
    }
  }

  @Test
  void documentedRights_areEnoughForALatch() throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(uri)) {
      DistributedCountDownLatch latch = new Semaphores(client).latch("rights", 1);
      CompletableFuture<Void> waiting = latch.awaitAsync();
      assertThat(latch.await(20, TimeUnit.MILLISECONDS)).isFalse();
      latch.countDown();
      waiting.get(60, TimeUnit.SECONDS);
      assertThat(latch.getCount()).isZero();
      assertThat(latch.delete()).isTrue();
    }
  }
}
