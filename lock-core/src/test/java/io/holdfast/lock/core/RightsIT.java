package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A user with no more rights than docs/protocol.md says are needed. */
@ExtendWith(RedisServerExtension.class)
class RightsIT {

  private RedisServer server;

  @BeforeEach
  void makeUser(@FreshServer RedisServer fresh) throws IOException {
    server = fresh;
    String page = Files.readString(Path.of("..", "docs", "protocol.md"));
    int begin = page.indexOf("ACL SETUSER locker");
    List<String> words =
        Arrays.stream(page.substring(begin, page.indexOf("```", begin)).split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .map(word -> word.startsWith(">") ? ">secret" : word)
            .flatMap(word -> word.startsWith("&") ? Stream.of(word, "&foreign:*") : Stream.of(word))
            .toList();
    assertThat(words).contains("-@all", "+evalsha");
    server.admin().command(words.toArray(String[]::new));
  }

  private HoldfastClient client(HoldfastSettings settings) {
    return HoldfastClient.connect(settings, "redis://locker:secret@127.0.0.1:" + server.port());
  }

  @Test
  void documentedRights_areEnough() throws Exception {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .lease(Duration.ofSeconds(3))
            .claimLease(Duration.ofMillis(3500))
            .commandTimeout(Duration.ofMillis(1500))
            .build();
    try (HoldfastClient first = client(settings);
        HoldfastClient second = client(settings)) {
      DistributedLock lock = first.lock("rights");
      Hold hold = lock.acquire();
      CompletableFuture<Hold> waiting = second.lock("rights").acquireAsync();
      eventually().isTrue("queued", () -> lock.inspect().queueLength() == 1);
      assertThat(second.lock("rights").tryLock(10, TimeUnit.MILLISECONDS)).isFalse();
      long end = System.nanoTime() + Duration.ofSeconds(3).toNanos(); // renewals, questions
      eventually().isTrue("a while", () -> System.nanoTime() - end > 0);
      assertThat(hold.isValid()).isTrue();
      hold.extend(Duration.ofSeconds(5));
      hold.close();
      Hold next = waiting.get(60, TimeUnit.SECONDS);
      assertThat(lock.forceUnlock()).isTrue();
      assertThat(lock.tryLock()).isTrue();
      lock.unlock();
      assertThat(next.token()).isGreaterThan(hold.token());
    }
  }

  @Test
  @DisplayName("failure 39: a prefix that the user has no right to")
  void keysOfAnother_areRefused() {
    HoldfastSettings settings = HoldfastSettings.builder().keyPrefix("foreign").build();
    try (HoldfastClient client = client(settings)) {
      DistributedLock lock = client.lock("rights");
      assertThatThrownBy(lock::lock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("rights")
          .hasMessageContaining("refused");
    }
  }
}
