package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Foreign data stands under the keys of a lock. */
@ExtendWith(RedisServerExtension.class)
class ForeignKeysIT {

  private static final String LOCK = "holdfast:lock:{foreign}";

  @Test
  @DisplayName("failure 124: no script touches foreign data")
  void scripts_aKeyIsOfSomebodyElse_leaveItAsItIsAndNameIt(@FreshServer RedisServer server) {
    ForeignKeys keys = new ForeignKeys(server.admin(), List.of("l{x}", "q{x}"));
    assertThat(keys.tryAll(LockScripts.EXCLUSIVE)).isPositive();
  }

  @Test
  @DisplayName("failure 124: forceUnlock() of a foreign hash that has a field 'id'")
  void forceUnlock_hashOfSomebodyElse_throwsAndKeepsIt(@FreshServer RedisServer server) {
    server.admin().command("HSET", LOCK, "id", "42", "name", "of somebody else");
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      assertThatThrownBy(client.lock("foreign")::forceUnlock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("Lock 'foreign'")
          .hasMessageContaining(LOCK);
    }
    assertThat(server.admin().texts("HGETALL", LOCK))
        .containsExactly("id", "42", "name", "of somebody else");
  }
}
