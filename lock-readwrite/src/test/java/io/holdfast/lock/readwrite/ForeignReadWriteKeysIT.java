package io.holdfast.lock.readwrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.ForeignKeys;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class ForeignReadWriteKeysIT {

  @Test
  @DisplayName("failure 124: no script touches data that is not of a read-write lock")
  void scripts_aKeyIsOfSomebodyElse_leaveItAsItIsAndNameIt(@FreshServer RedisServer server) {
    LockScripts scripts = LockScripts.variant(ReadWriteLocks.class::getResourceAsStream);
    ForeignKeys keys = new ForeignKeys(server.admin(), List.of("l{x}", "q{x}", "r{x}"));
    assertThat(keys.tryAll(scripts)).isPositive();
  }
}
