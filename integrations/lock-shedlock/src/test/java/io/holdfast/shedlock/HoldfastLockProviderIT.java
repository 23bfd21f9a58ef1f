package io.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class HoldfastLockProviderIT {

  @Test
  void lock_again_isEmptyUntilUnlocked(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        HoldfastLockProvider provider = new HoldfastLockProvider(client)) {
      LockConfiguration job =
          new LockConfiguration(Instant.now(), "job", Duration.ofMinutes(10), Duration.ZERO);
      Optional<SimpleLock> lock = provider.lock(job);
      assertThat(lock).isPresent();
      assertThat(provider.lock(job)).isEmpty();
      lock.orElseThrow().unlock();
      assertThat(provider.lock(job)).isPresent();
    }
  }
}
