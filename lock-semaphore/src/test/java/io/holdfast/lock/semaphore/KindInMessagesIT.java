package io.holdfast.lock.semaphore;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message says what it is about: a semaphore, a pool or a latch. */
@ExtendWith(RedisServerExtension.class)
class KindInMessagesIT {

  @ParameterizedTest
  @ValueSource(strings = {"holdfast", "app:one:sem"})
  @DisplayName("failure 115: a message of a semaphore, pool or latch does not call it a lock")
  void message_ofEachKind_namesTheKind(String prefix, @FreshServer RedisServer server) {
    HoldfastSettings settings = HoldfastSettings.builder().keyPrefix(prefix).build();
    for (String kind : List.of("sem", "pool", "latch")) {
      server.admin().text("SET", prefix + ":" + kind + ":{max-load}", "foreign");
    }
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      Semaphores semaphores = new Semaphores(client);
      says("Semaphore", () -> semaphores.get("max-load", 1).acquire());
      says("Semaphore", () -> semaphores.get("max-load", 1).release());
      says("Semaphore", () -> semaphores.get("max-load", 1).availablePermits());
      says("Pool", () -> semaphores.pool("max-load", 1).tryAcquire());
      says("Pool", () -> semaphores.pool("max-load", 1).inspect());
      says("Latch", () -> semaphores.latch("max-load", 1).countDown());
      says("Latch", () -> semaphores.latch("max-load", 1).await());
    }
  }

  private static void says(String kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(LockServerException.class)
        .hasMessageStartingWith(kind + " 'max-load': ")
        .hasMessageContaining("is not a " + kind.toLowerCase(Locale.ROOT));
  }
}
