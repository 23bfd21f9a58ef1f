package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.ForeignKeys;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class ForeignRedKeysIT {

  @Test
  @DisplayName("failure 127: no script touches what is not of a quorum lock")
  void scripts_aKeyIsOfSomebodyElse_leaveItAsItIsAndNameIt(@FreshServer RedisServer server) {
    ForeignKeys keys = new ForeignKeys(server.admin(), List.of("l{x}", "q{x}"));
    assertThat(keys.tryAll(QuorumParts.SCRIPTS)).isPositive();
  }
}
