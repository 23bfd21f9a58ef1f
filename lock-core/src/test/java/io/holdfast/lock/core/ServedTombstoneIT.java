package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A late request of a waiter that had its turn under a neighbour's acquisition still finds its
 * tombstone.
 */
@ExtendWith(RedisServerExtension.class)
class ServedTombstoneIT {

  private static final String HELD = "me:1:300000";
  private static final String WITHDRAWN = "me:2:300000";
  private static final String SERVED = "me:3:300000";

  @Test
  @DisplayName("failure 125: a release names a served one that was withdrawn since")
  void release_ofOneThatServedAWithdrawnOne_leavesItsTombstone(@FreshServer RedisServer fresh) {
    RespClient server = fresh.admin();
    server.command("HSET", "l{x}", "id", HELD, "token", "1", "last", "2");
    server.command("ZADD", "q{x}", "-1000", "#seq", "7", SERVED, "-4000000000000000", WITHDRAWN);

    server.command(
        "EVAL",
        LockScripts.EXCLUSIVE.release().text(),
        "2",
        "l{x}",
        "q{x}",
        String.join(" ", HELD, WITHDRAWN, SERVED),
        "",
        "86400",
        "i:");

    assertThat(server.number("EXISTS", "l{x}")).isZero();
    assertThat(server.texts("ZRANGE", "q{x}", "-inf", "+inf", "BYSCORE"))
        .containsExactly(WITHDRAWN, "#seq");
  }
}
