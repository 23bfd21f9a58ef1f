package io.holdfast.lock.semaphore;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A lease ends while a script that asks for permits runs. It has ended for all steps of the script,
 * or for none: an asker that is not served hears that the end is near, and asks again.
 */
@ExtendWith(RedisServerExtension.class)
class EndWhileAskedIT {

  private static final String WAITS = "me~:7:1200000p1";
  private static final String ENDS = "other~:3:1200000p1";
  private static final String STAYS = "other~:4:1200000p1";

  /** In the place of TIME: it is a millisecond later at each look. */
  private static final String CLOCK =
      """
      local looks = 0
      local function passing()
        looks = looks + 1
        return {'%d', tostring(500 + 1000 * looks)}
      end
      """;

  private final long seconds = System.currentTimeMillis() / 1000;
  private RespClient server;

  @BeforeEach
  void openPool(@FreshServer RedisServer fresh) {
    server = fresh.admin();
    server.command("HSET", "l{x}", "size", "2", "pool", "1");
    server.command("ZADD", "e{x}", Long.toString(1000 * seconds + 3), ENDS); // at a third look
    server.command("ZADD", "e{x}", Long.toString(1000 * seconds + 1_800_000), STAYS);
    server.command("ZADD", "q{x}", Long.toString(-1_000_000 * seconds), "#seq");
  }

  private List<?> reply(LuaScript script, String... arguments) {
    String text =
        CLOCK.formatted(seconds) + script.text().replace("redis.call('TIME')", "passing()");
    Stream<String> call = Stream.of("EVAL", text, "3", "l{x}", "q{x}", "e{x}");
    return server.array(Stream.concat(call, Stream.of(arguments)).toArray(String[]::new));
  }

  @Test
  void acquire_leaseEndsMeanwhile_isToldThatItEndsSoon() {
    List<?> queued =
        reply(Semaphores.POOL.acquire(), WAITS, "1800000", "w", "86400", "inbox:", "", "2");
    assertThat(queued).first().isEqualTo("QUEUED");
    assertThat((Long) queued.get(3)).isBetween(0L, 10L);
  }

  @Test
  void rollCall_leaseEndsMeanwhile_isToldThatItEndsSoon() {
    server.command("ZADD", "q{x}", "5", WAITS, Long.toString(-1_000_000 * seconds), "me~");
    List<?> rolled = reply(Semaphores.POOL.roll(), "me~", "c", "86400", "inbox:", WAITS, "5");
    assertThat((Long) rolled.get(1)).isBetween(0L, 10L);
  }
}
