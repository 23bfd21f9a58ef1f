package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A user with no more rights than docs/protocol.md says are needed can read and write. */
@ExtendWith(RedisServerExtension.class)
class ReadWriteRightsIT {

  private static final Duration LEASE = Duration.ofSeconds(3);

  private static String[] documentedRights() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "protocol.md"));
    int begin = page.indexOf("ACL SETUSER locker");
    String[] words =
        Arrays.stream(page.substring(begin, page.indexOf("```", begin)).split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .map(word -> word.startsWith(">") ? ">secret" : word)
            .toArray(String[]::new);
    assertThat(words).contains("-@all", "~holdfast:*", "+evalsha");
    return words;
  }

  @Test
  void documentedRights_areEnoughToReadAndToWrite(@FreshServer RedisServer server)
      throws Exception {
    server.admin().command(documentedRights());
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .lease(LEASE)
            .claimLease(Duration.ofSeconds(3))
            .commandTimeout(Duration.ofSeconds(1))
            .build();
    String uri = "redis://locker:secret@127.0.0.1:" + server.port();
    try (HoldfastClient one = HoldfastClient.connect(settings, uri);
        HoldfastClient two = HoldfastClient.connect(settings, uri)) {
      DistributedReadWriteLock first = new ReadWriteLocks(one).get("rights");
      DistributedReadWriteLock second = new ReadWriteLocks(two).get("rights");
      Hold reader = first.readLock().acquire();
      CompletableFuture<Hold> writing = second.writeLock().acquireAsync();
      eventually().isTrue("a writer waits", () -> first.getQueueLength() == 1);
      CompletableFuture<Hold> reading = second.readLock().acquireAsync();
      eventually().isTrue("a reader too", () -> first.getQueueLength() == 2);
      long end = System.nanoTime() + LEASE.plusSeconds(1).toNanos(); // renewals, questions
      eventually().isTrue("a while", () -> System.nanoTime() - end > 0);
      assertThat(reader.isValid()).isTrue();
      reader.close();

      Hold writer = writing.get(60, TimeUnit.SECONDS);
      assertThat(first.inspect().writer()).isPresent();
      writer.close();
      assertThat(reading.get(60, TimeUnit.SECONDS).isValid()).isTrue();
      assertThat(first.readLock().forceUnlock()).isTrue();
      first.writeLock().lock();
      first.readLock().lock(); // beside
      first.writeLock().unlock();
      first.readLock().unlock();
    }
  }
}
