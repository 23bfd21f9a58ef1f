package io.holdfast.lock.semaphore;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A ticket that asks for more than there are is dropped. */
@ExtendWith(RedisServerExtension.class)
class LargeTicketIT {

  private static final String HELD = "other:1:300000p1";
  private static final String LARGE = "me:2:300000p4";

  /** Otherwise a client with many tickets looks for a dropped one by rotation only. */
  @Test
  @DisplayName("failure 123: the ticket among many is dropped, as a pool is too small")
  void release_aTicketIsLargerThanThePool_isDroppedWithAMark(@FreshServer RedisServer fresh) {
    RespClient server = fresh.admin();
    server.command("HSET", "p{x}", "size", "2", "pool", "1", "several", "1");
    server.command("ZADD", "q{x}", "-1000", "#seq", "7", LARGE, "-4000000000000000", "me");
    server.command("ZADD", "r{x}", "4000000000000", HELD);

    try (RespClient inbox = RespClient.connect(fresh.uri())) {
      inbox.command("SUBSCRIBE", "i:me");
      server.command(
          "EVAL",
          Semaphores.POOL.release().text(),
          "3",
          "p{x}",
          "q{x}",
          "r{x}",
          HELD,
          "",
          "86400",
          "i:");
    }

    assertThat(server.texts("ZRANGE", "q{x}", "-inf", "+inf", "BYSCORE"))
        .containsExactlyInAnyOrder("me", "!me", "#seq");
  }
}
